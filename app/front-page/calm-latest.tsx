import { Headline } from '#app/front-page/headline.tsx'
import { LatestTitle } from '#app/front-page/latest-title.tsx'
import type { ListedArticle } from '#core/domain/hero-image.ts'

const PICTURE_SIZES = '(min-width: 48rem) 18rem, (min-width: 40rem) 14rem, 92vw'

/** A few of the newest in one column. */
export function CalmLatest({ articles }: { articles: ListedArticle[] }) {
  return (
    <section aria-labelledby="latest" className="calm-latest">
      <LatestTitle />
      <ul>
        {articles.map((article) => (
          <li key={article.id}>
            <Headline article={article} sizes={PICTURE_SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}
