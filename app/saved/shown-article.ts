import { dataRouter } from '#app/document/data-router.ts'
import type { Article } from '#core/domain/article.ts'
import { keptPathOf } from '#core/domain/kept-page.ts'
import type { ShownArticle } from '#core/domain/saved-list.ts'

const ARTICLE_ROUTE = 'routes/site/article'

/** The article of the page that is shown; null on any other page. */
export function shownArticle(): ShownArticle | null {
  const state = dataRouter()?.state
  const data: { article?: Omit<Article, 'content'> } | undefined = state?.loaderData[ARTICLE_ROUTE]
  const path = state && keptPathOf(state.location)
  if (!path || !data?.article) return null
  const { id, language, title, excerpt, category, updated_at: updated } = data.article
  return { path, id, language, title, excerpt, category, updated }
}
