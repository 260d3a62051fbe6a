import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'

/** Pages that answer to more of their address than the language and a page number, or to whoever is signed in. */
const NEVER_KEPT = /^\/(admin|confirm-subscription|subscribe|unsubscribe|search)(\/|\.data$|$)/
const MAX_PATH_LENGTH = 300

/**
 * The address a kept page is rendered for and kept under: the path, a supported language other than English, and a
 * page number. Everything else in a query string, whatever it is, leads to the same page. Null for a page that is
 * never kept.
 */
export function pageKey(pathAndQuery: string): string | null {
  const [path = '/', query] = split(pathAndQuery)
  if (path.length > MAX_PATH_LENGTH || NEVER_KEPT.test(path)) return null
  if (!query) return path
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  const language = asked.get('lang')
  if (isLanguage(language) && language !== DEFAULT_LANGUAGE) kept.set('lang', language)
  const page = asked.get('page')
  if (page && /^[1-9]\d{0,3}$/.test(page) && page !== '1') kept.set('page', page)
  const routes = asked.get('_routes')
  if (routes && path.endsWith('.data')) kept.set('_routes', routes)
  return kept.size > 0 ? `${path}?${kept}` : path
}

function split(pathAndQuery: string): [string, string | undefined] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, undefined] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}
