import { dropPages, keepPage, listKeptPages } from '#app/saved/kept-pages.ts'
import { changeSavedList, readSavedList } from '#app/saved/saved-list-store.ts'
import { type SavedArticle, type SavedList, withAnswer } from '#core/domain/saved-list.ts'

/** The time for which the answer is used on pages other than the list. */
const GOOD_FOR_MS = 3_600_000

/** Asks when it is time to. */
export async function askWhenDue(): Promise<void> {
  const { asked, articles } = readSavedList()
  const isDue = !(Date.now() - Date.parse(asked) < GOOD_FOR_MS)
  if (isDue && articles.length > 0 && navigator.onLine) await askAboutSavedArticles()
}

/**
 * Asks the server for the state of the articles in the list, and notes those that were withdrawn or corrected. Their stored pages are
 * removed, or replaced by the published ones.
 */
export async function askAboutSavedArticles(): Promise<void> {
  const before = readSavedList()
  if (before.articles.length === 0) return
  const [{ browserClient }, { askAboutSaved }] = await Promise.all([
    import('#app/browser-client.ts'),
    import('#core/data/saved-articles.ts'),
  ])
  const answer = await askAboutSaved(browserClient(), before)
  const after = changeSavedList((list) => withAnswer(list, answer, new Date().toISOString()))
  if (after.offline && 'caches' in globalThis) await keepAsPublished(before, after)
}

async function keepAsPublished(before: SavedList, after: SavedList): Promise<void> {
  const kept = new Set((await listKeptPages()).map(({ path }) => path))
  if (kept.size === 0) return
  const known = new Map(before.articles.map((article) => [article.path, stateOf(article)]))
  const articles = after.articles.filter(({ path }) => kept.has(path))
  await dropPages(articles.flatMap(({ path, withdrawn }) => (withdrawn ? [path] : [])))
  for (const article of articles)
    if (!article.withdrawn && known.get(article.path) !== stateOf(article))
      await keepPage(article.path, { isOpened: false })
}

const stateOf = ({ updated, corrections = [] }: SavedArticle): string =>
  [updated, ...corrections.map(({ corrected_at }) => corrected_at)].join()
