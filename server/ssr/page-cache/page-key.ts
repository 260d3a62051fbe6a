import { CATEGORIES } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'

/** As we write addresses ourselves. Whatever else leads to the same page, `/News` or `/%6eews`, is endless. */
const PLAIN_PATH = /^(\/[a-z0-9._-]+)*\/?$/
const MAX_PATH_LENGTH = 300
/** Pages that answer to more of their address than the language and a page number, or to whoever is signed in. */
const NEVER_KEPT = /^\/(admin|confirm-subscription|subscribe|unsubscribe|search)(\/|\.data$|$)/
/** For programs: the path says the language, where there is one. */
const WITHOUT_LANGUAGE = /^\/(feeds\/|sitemaps\/|(news-)?sitemap\.xml|robots\.txt|llms\.txt)/
const WITH_PAGE_NUMBER = new RegExp(`^/(${CATEGORIES.join('|')})(/|(/_)?\\.data)?$`)
/**
 * What a browser asks for that navigates: the data of one page, and of the layout where it comes from a page without it.
 * A page says itself what it shows, so data of anything else is not kept.
 */
const ROUTES = /^(routes\/site\/layout,)?[\w/-]{1,80}$/

/**
 * The address a kept page is rendered for and kept under: the path, a supported language other than English, and a
 * page number, each where the page knows it. Everything else in a query string, whatever it is, leads to the same page.
 * Null for what is never kept.
 */
export function pageKey(pathAndQuery: string): string | null {
  const [path = '/', query] = split(pathAndQuery)
  if (path.length > MAX_PATH_LENGTH || !PLAIN_PATH.test(path) || NEVER_KEPT.test(path)) return null
  if (!query) return path
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  const language = asked.get('lang')
  if (isLanguage(language) && language !== DEFAULT_LANGUAGE && !WITHOUT_LANGUAGE.test(path)) {
    kept.set('lang', language)
  }
  const page = asked.get('page')
  if (page && /^[1-9]\d{0,3}$/.test(page) && page !== '1' && WITH_PAGE_NUMBER.test(path))
    kept.set('page', page)
  const routes = asked.get('_routes')
  if (routes && path.endsWith('.data')) {
    if (!ROUTES.test(routes)) return null
    kept.set('_routes', routes)
  }
  return kept.size > 0 ? `${path}?${kept}` : path
}

function split(pathAndQuery: string): [string, string | undefined] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, undefined] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}
