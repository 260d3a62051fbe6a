import { ArticleCard } from '#app/components/article/article-card.tsx'
import type { ListedArticle } from '#core/domain/hero-image.ts'

/** Three columns on large screens. */
export const CARD_GRID = 'grid grid-cols-1 gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3'

/** Two columns, for large cards and for compact ones with their picture beside the title. */
export const FRONT_PAGE_GRID = 'grid grid-cols-1 gap-10 sm:grid-cols-2 sm:gap-y-12'

/**
 * A hairline in the gap before every column except the first of a row. The pseudo-element has a border and no background,
 * because accessibility checkers cannot compute the contrast of text in an element with a filled pseudo-element.
 */
const RULED =
  'relative before:absolute before:inset-y-0 before:-left-5 before:hidden before:border-l before:border-line'

export function CardGrid({ articles }: { articles: ListedArticle[] }) {
  return (
    <ul className={CARD_GRID}>
      {articles.map((article, index) => (
        <li
          key={article.id}
          className={`${RULED} sm:max-lg:even:before:block lg:[&:not(:nth-child(3n+1))]:before:block`}
        >
          <ArticleCard
            article={article}
            heading="h2"
            loading={index === 0 ? 'first' : index < 3 ? 'early' : 'lazy'}
          />
        </li>
      ))}
    </ul>
  )
}

const LARGE_COUNT = 2
const TOP_LOADING = ['first', 'early'] as const
const SMALL = 'max-sm:border-t max-sm:border-line max-sm:pt-6 max-sm:-mt-4'

interface FrontPageGridProps {
  articles: ListedArticle[]
  /** True when no featured article is above the grid: then its first images are in sight at once and load early. */
  isAtTop: boolean
}

/** The grid of the home page: two large stories, then smaller ones. */
export function FrontPageGrid({ articles, isAtTop }: FrontPageGridProps) {
  return (
    <ul className={FRONT_PAGE_GRID}>
      {articles.map((article, index) => (
        <li key={article.id} className={`${RULED} sm:even:before:block ${index < LARGE_COUNT ? '' : SMALL}`}>
          <ArticleCard
            article={article}
            heading="h3"
            size={index < LARGE_COUNT ? 'large' : 'compact'}
            loading={(isAtTop && TOP_LOADING[index]) || 'lazy'}
          />
        </li>
      ))}
    </ul>
  )
}

/** Shown in place of a list that has no articles. */
export function EmptyArticles({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className="border-y border-line py-16 text-center">
      <p className="mx-auto max-w-lg font-serif text-deck text-balance">{text}</p>
      {hint && <p className="mt-3 text-sm text-soft">{hint}</p>}
    </div>
  )
}
