import { Fragment } from 'react'
import { Byline, PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { DENSE_RAIL, type FrontPageBlock, type OwnFrontPage } from '#core/domain/front-page.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { articlePath, categoryPath, NEWSLETTER_PATH } from '#core/paths.ts'

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

/** The widths of pictures: of the first story in a dense layout, of the sections, and of the newest in a dense and in a calm layout. */
const DENSE_LEAD = '(min-width: 80rem) 51rem, (min-width: 64rem) 66vw, 92vw'
const SECTION_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw'
const DENSE_SIZES = '(min-width: 64rem) 17rem, (min-width: 40rem) 46vw, 6rem'
const CALM_SIZES = '(min-width: 48rem) 18rem, (min-width: 40rem) 14rem, 92vw'

/** The first story of the dense and the calm front page. */
function LeadStory({ article, sizes }: { article: ListedArticle; sizes: string }) {
  return (
    <article data-tone={categoryTone(article.category)} className="lead-story group relative wrap-anywhere">
      {article.hero_image && <HeroImage article={article} loading="first" sizes={sizes} />}
      <div>
        <div className="lead-story-marks">
          <CategoryBadge category={article.category} /> <PublishDate iso={article.publish_date} form="long" />
        </div>
        <h2 className="font-display font-medium">
          <LocalLink
            to={articlePath({ slug: article.slug })}
            className="decoration-accent decoration-3 underline-offset-6 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </LocalLink>
        </h2>
        <p className="font-serif text-deck text-pretty">{article.subtitle || article.excerpt}</p>
        <Byline article={article} />
      </div>
    </article>
  )
}

interface DenseTopProps {
  featured: ListedArticle
  latest: ListedArticle[]
}

interface ArticlesProps {
  articles: ListedArticle[]
}

/** The first story with the newest beside it, and more of these below. */
function DenseTop({ featured, latest }: DenseTopProps) {
  return (
    <div>
      <div className="dense-top">
        <LeadStory article={featured} sizes={DENSE_LEAD} />
        <section aria-labelledby="latest">
          <LatestTitle />
          <Rail articles={latest} />
        </section>
      </div>
      <More articles={latest} />
    </div>
  )
}

/** The newest alone. */
function DenseLatest({ articles }: ArticlesProps) {
  return (
    <section aria-labelledby="latest">
      <LatestTitle />
      <div className="dense-columns">
        <Rail articles={articles} />
      </div>
      <More articles={articles} />
    </section>
  )
}

function Rail({ articles }: ArticlesProps) {
  return (
    <ul className="dense-rail">
      {articles.slice(0, DENSE_RAIL).map((article) => (
        <li key={article.id}>
          <Headline article={article} />
        </li>
      ))}
    </ul>
  )
}

function More({ articles }: ArticlesProps) {
  const more = articles.slice(DENSE_RAIL)
  return (
    more.length > 0 && (
      <ul aria-labelledby="latest" className="dense-more">
        {more.map((article) => (
          <li key={article.id}>
            <Headline article={article} sizes={DENSE_SIZES} />
          </li>
        ))}
      </ul>
    )
  )
}

/** A few of the newest in one column. */
function CalmLatest({ articles }: ArticlesProps) {
  return (
    <section aria-labelledby="latest" className="calm-latest">
      <LatestTitle />
      <ul>
        {articles.map((article) => (
          <li key={article.id}>
            <Headline article={article} sizes={CALM_SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest of each section under its name. */
function SectionGroups({ sections }: Pick<OwnFrontPage, 'sections'>) {
  const { t } = useTranslation()
  return (
    <div className="section-groups">
      {sections.map(({ category, articles }) => (
        <section
          key={category}
          aria-labelledby={`section-${category}`}
          data-tone={categoryTone(category)}
          className="border-t-3 border-accent"
        >
          <h2 id={`section-${category}`} className="font-display text-title font-medium">
            <LocalLink
              to={categoryPath(category)}
              className="decoration-accent decoration-2 underline-offset-4 hover:underline"
            >
              {t(`category.${category}.name`)}
            </LocalLink>
          </h2>
          <ul>
            {articles.map((article) => (
              <li key={article.id}>
                <Headline article={article} sizes={SECTION_SIZES} withCategory={false} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Names the newest articles, and leads to the page of all of them. */
function LatestTitle() {
  const { t } = useTranslation()
  return (
    <div className="latest-title border-t-3 border-ink">
      <h2 id="latest" className="font-display text-title font-medium">
        {t('home.latest.title')}
      </h2>
      <LocalLink
        to={categoryPath(ALL_CATEGORIES_PAGE)}
        className="py-1 text-sm font-semibold underline-offset-4 hover:underline"
      >
        {t('home.latest.viewAll')}
      </LocalLink>
    </div>
  )
}

interface HeadlineProps {
  article: ListedArticle
  /** The width of its picture, as the value of the `sizes` attribute; without it no picture is shown. */
  sizes?: string
  loading?: 'early' | 'lazy'
  /** False among the articles of one category. */
  withCategory?: boolean
  className?: string
}

/** An article as little more than its title. Its excerpt is shown where the list of articles has it. */
function Headline({ article, sizes, loading = 'lazy', withCategory = true, className = '' }: HeadlineProps) {
  return (
    <article
      data-tone={categoryTone(article.category)}
      className={`headline group relative wrap-anywhere ${className}`}
    >
      {sizes && article.hero_image && <HeroImage article={article} loading={loading} sizes={sizes} />}
      <div>
        <h3 className="font-display font-medium">
          <LocalLink
            to={articlePath({ slug: article.slug })}
            className="decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </LocalLink>
        </h3>
        {article.excerpt && <p className="line-clamp-3 font-serif text-soft">{article.excerpt}</p>}
        <p className="headline-foot">
          {withCategory && <CategoryBadge category={article.category} />}{' '}
          <PublishDate iso={article.publish_date} form="short" />
        </p>
      </div>
    </article>
  )
}
