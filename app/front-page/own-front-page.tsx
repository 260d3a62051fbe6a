import { Fragment } from 'react'
import { CalmLatest } from '#app/front-page/calm-latest.tsx'
import { DenseLatest, DenseTop } from '#app/front-page/dense-latest.tsx'
import { LeadStory } from '#app/front-page/lead-story.tsx'
import { NewsletterBand } from '#app/front-page/newsletter-band.tsx'
import { SectionGroups } from '#app/front-page/section-groups.tsx'
import type { FrontPageBlock, OwnFrontPage } from '#core/domain/front-page.ts'

interface FrontPageProps extends OwnFrontPage {
  /** Two blocks as the default front page shows them; the second one also says that there are no articles. */
  featuredCard: React.ReactNode
  latestNews: React.ReactNode
}

const WIDE = '(min-width: 80rem) 75rem, 92vw'

/** A front page that differs from the default: its blocks, in their order and layout. */
export default function OwnFrontPageBlocks(page: FrontPageProps) {
  const { own, featured, latest, sections, latestNews } = page
  const isEmpty = !featured && latest.length === 0 && sections.length === 0
  const first = own.blocks.find((block) => block !== 'newsletter')
  return (
    <div className={`front-page front-page-${own.layout}`}>
      {own.blocks.map((block) => {
        if (block === 'newsletter') return <NewsletterBand key={block} />
        if (!isEmpty) return <ArticleBlock key={block} block={block} {...page} />
        return block === first && <Fragment key={block}>{latestNews}</Fragment>
      })}
    </div>
  )
}

function ArticleBlock({
  block,
  own,
  featured,
  latest,
  sections,
  featuredCard,
  latestNews,
}: FrontPageProps & { block: FrontPageBlock }) {
  const { layout, blocks } = own
  if (block === 'sections') return <SectionGroups sections={sections} />
  // The dense layout shows the newest beside the first story.
  const isBeside =
    layout === 'dense' &&
    featured !== null &&
    latest.length > 0 &&
    blocks.indexOf('latest') === blocks.indexOf('featured') + 1
  if (block === 'featured') {
    if (!featured) return null
    if (layout === 'standard') return featuredCard
    if (isBeside) return <DenseTop featured={featured} latest={latest} />
    return <LeadStory article={featured} sizes={WIDE} />
  }
  if (latest.length === 0 || isBeside) return null
  if (layout === 'standard') return latestNews
  return layout === 'dense' ? <DenseLatest articles={latest} /> : <CalmLatest articles={latest} />
}
