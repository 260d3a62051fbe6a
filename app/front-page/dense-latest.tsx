import { Headline } from '#app/front-page/headline.tsx'
import { LatestTitle } from '#app/front-page/latest-title.tsx'
import { LeadStory } from '#app/front-page/lead-story.tsx'
import { DENSE_RAIL } from '#core/domain/front-page.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'

const LEAD_SIZES = '(min-width: 80rem) 51rem, (min-width: 64rem) 66vw, 92vw'
const PICTURE_SIZES = '(min-width: 64rem) 17rem, (min-width: 40rem) 46vw, 6rem'

interface DenseTopProps {
  featured: ListedArticle
  latest: ListedArticle[]
}

interface ArticlesProps {
  articles: ListedArticle[]
}

/** The first story with the newest beside it, and more of these below. */
export function DenseTop({ featured, latest }: DenseTopProps) {
  return (
    <div>
      <div className="dense-top">
        <LeadStory article={featured} sizes={LEAD_SIZES} />
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
export function DenseLatest({ articles }: ArticlesProps) {
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
            <Headline article={article} sizes={PICTURE_SIZES} />
          </li>
        ))}
      </ul>
    )
  )
}
