import { Fragment } from 'react'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import {
  CalmLatest,
  DenseLatest,
  DenseTop,
  LeadStory,
  SectionGroups,
} from '#app/front-page/article-blocks.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { FrontPageBlock, OwnFrontPage } from '#core/domain/front-page.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

/** The width of the first story's picture. */
const WIDE = '(min-width: 80rem) 75rem, 92vw'

interface FrontPageProps extends OwnFrontPage {
  /** Two blocks as the default front page shows them; the second one also has the message that there are no articles. */
  featuredCard: React.ReactNode
  latestNews: React.ReactNode
}

/** A front page that differs from the default: its blocks, in their order and layout. */
export function OwnFrontPageBlocks(page: FrontPageProps) {
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

/** Invites to the newsletter, between other blocks of a front page. */
function NewsletterBand() {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="newsletter-band"
      data-live=""
      className="newsletter-band border-t-3 border-ink bg-wash print:hidden"
    >
      <div>
        <h2 id="newsletter-band" className="font-display text-title-lg font-medium">
          <LocalLink
            to={NEWSLETTER_PATH}
            className="decoration-brand decoration-2 underline-offset-4 hover:underline"
          >
            {t('newsletter.block.title')}
          </LocalLink>
        </h2>
        <p className="mt-2 font-serif text-lg text-soft">{t('newsletter.block.text')}</p>
      </div>
      <div>
        <SubscribeForm />
        <p className="mt-3 text-sm text-faint">
          <ConsentLine />
        </p>
      </div>
    </section>
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
