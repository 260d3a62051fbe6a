import { ArticleCard } from '#app/components/article/article-card.tsx'
import { CARD_GRID } from '#app/components/article/listing-skeletons.tsx'
import type { ListedArticle } from '#core/domain/hero-image.ts'

/**
 * A hairline in the gap before every column but the first of its row. It is a border: behind a filled pseudo-element
 * the contrast of a card's text could not be checked by machine.
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
const LEADING = ['first', 'early'] as const
const LARGE = 'lg:col-span-2 lg:even:before:block'
const SMALL =
  'max-sm:border-t max-sm:border-line max-sm:pt-6 max-sm:-mt-4 lg:[&:not(:nth-child(4n+3))]:before:block'

interface FrontPageGridProps {
  articles: ListedArticle[]
  /** Nothing stands above it. */
  leads: boolean
}

/** The front page's rhythm: two large stories, then smaller ones, four in a row. */
export function FrontPageGrid({ articles, leads }: FrontPageGridProps) {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-4">
      {articles.map((article, index) => (
        <li
          key={article.id}
          className={`${RULED} sm:max-lg:even:before:block ${index < LARGE_COUNT ? LARGE : SMALL}`}
        >
          <ArticleCard
            article={article}
            heading="h3"
            size={index < LARGE_COUNT ? 'large' : 'compact'}
            loading={(leads && LEADING[index]) || 'lazy'}
          />
        </li>
      ))}
    </ul>
  )
}
