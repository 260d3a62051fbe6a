import { Byline, PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { articlePath } from '#core/paths.ts'

/** Shorter titles fit into the lines that a card has for them. */
const SHORTEST_CUT = 50

/** The whole of a title that a card may cut off, for its `title` attribute. */
export const wholeTitle = (title: string) => (title.length < SHORTEST_CUT ? undefined : title)

interface ArticleCardProps {
  article: ListedArticle
  /** `compact` is a narrow card. On small and on wide screens it shows its picture small, beside the title. */
  size?: 'regular' | 'large' | 'compact'
  /** One level below the heading of the list that the card is in. */
  heading: 'h2' | 'h3'
  loading?: 'first' | 'early' | 'lazy'
}

/**
 * The width of the picture, as the value of its `sizes` attribute. On small and on wide screens a compact card shows a square, which is cut
 * out of a 16:9 picture nearly twice as wide.
 */
const IMAGE_SIZES = {
  regular: '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw',
  large: '(min-width: 80rem) 37rem, (min-width: 40rem) 46vw, 92vw',
  compact: '(min-width: 64rem) 14rem, (min-width: 40rem) 46vw, 11rem',
}

export function ArticleCard({
  article,
  size = 'regular',
  heading: Heading,
  loading = 'lazy',
}: ArticleCardProps) {
  const { t } = useTranslation()
  const path = articlePath({ slug: article.slug })
  return (
    <article data-tone={categoryTone(article.category)} className={`card ${size} group`}>
      <HeroImage article={article} loading={loading} sizes={IMAGE_SIZES[size]} />
      <div className="col-start-1 row-start-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <CategoryBadge category={article.category} /> <PublishDate iso={article.publish_date} form="short" />
      </div>
      <Heading className="col-start-1 row-start-2 mt-2.5 font-display font-medium">
        <LocalLink
          to={path}
          title={wholeTitle(article.title)}
          className="card-title decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {article.title}
        </LocalLink>
      </Heading>
      <p className="col-span-2 mt-2.5 line-clamp-3 font-serif text-base leading-normal text-soft">
        {article.excerpt}
      </p>
      <div className="col-span-2 mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3">
        <Byline article={article} />{' '}
        <LocalLink
          to={path}
          className="relative inline-flex items-center gap-1 py-1 text-sm font-semibold hover:text-accent print:hidden"
        >
          <span>{t('card.readMore')}</span>
          <span className="sr-only">: {article.title}</span>
          <ArrowRight size={15} className="transition-transform group-hover:translate-x-0.5" />
        </LocalLink>
      </div>
    </article>
  )
}
