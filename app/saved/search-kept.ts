import { listKeptPages } from '#app/saved/kept-pages.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'
import { readSavedList } from '#app/saved/saved-list-store.ts'
import { type FoundArticle, SEARCH_LIMIT } from '#core/domain/search.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { hasWords } from '#core/languages/fold-words.ts'

/**
 * Searches the pages that can be read without a network in the language of the page, by title and summary. `reach` says in words which
 * pages were searched. Null if there are none.
 */
export async function searchKept(query: string): Promise<{ articles: FoundArticle[]; reach: string } | null> {
  const here = new Set((await listKeptPages()).map(({ path }) => path))
  const language = languageOfUrl(location)
  const articles = readSavedList().articles.filter(
    ({ path }) => here.has(path) && languageOfUrl(new URL(path, location.origin)) === language,
  )
  if (articles.length === 0) return null
  const { t } = await loadSavedWords()
  const found = articles.filter(({ title, excerpt }) => hasWords(`${title}\n${excerpt}`, query))
  return {
    articles: found
      .slice(0, SEARCH_LIMIT)
      .map(({ path, ...article }) => ({ ...article, slug: slugOf(path) })),
    reach: t('saved.searched', { count: articles.length }),
  }
}

const slugOf = (path: string): string => path.replace(/^\/article\/|\?.*$/g, '')
