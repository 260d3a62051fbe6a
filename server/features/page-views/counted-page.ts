import type { CountedPage, PageKind } from '#core/domain/page-view.ts'
import { isLanguage, type Language, languageOfUrl } from '#core/i18n/languages.ts'
import {
  ARTICLE_PREFIX,
  CORRECTIONS_PATH,
  LEGAL_PAGES,
  NEWSLETTER_ISSUES_PATH,
  NEWSLETTER_PATH,
} from '#core/paths.ts'

const MAX_PATH_LENGTH = 300
/** Paths as in our own links. A page has other spellings without number, like `/%6eews`, which must not become as many sums. */
const PLAIN_PATH = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/
/** Pages with an address of their own that are neither lists nor articles. */
const OTHER_PAGES: ReadonlySet<string> = new Set([
  '/search',
  CORRECTIONS_PATH,
  NEWSLETTER_PATH,
  NEWSLETTER_ISSUES_PATH,
  ...LEGAL_PAGES.map((page) => `/${page}`),
])
/** First parts of paths that readers have, but that say something of one person, or are no page. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'admin',
  'preview',
  'saved',
  'confirm-subscription',
  'subscribe',
  'unsubscribe',
  'sitemaps',
])

/**
 * What a page that was sent counts as, by its path and query as a browser asks for it; null for what is not counted: the
 * desk, previews, the links of subscribers, and files for programs other than feeds.
 */
export function countedPageOf(pathAndQuery: string): CountedPage | null {
  const [rawPath = '/', query = ''] = splitQuery(pathAndQuery)
  const path = rawPath.toLowerCase().replace(/(?<=.)\/$/, '')
  if (path.length > MAX_PATH_LENGTH) return null
  const language = languageOfUrl({ search: query && `?${query}` })
  const feed = readFeed(path)
  if (feed) return { path, kind: 'feed', slug: null, language: feed }
  if (!PLAIN_PATH.test(path)) return null
  const [first = '', second, third, ...more] = path.split('/').slice(1)
  const page = (kind: PageKind, slug: string | null = null) => ({ path, language, kind, slug })
  if (path === '/') return page('home')
  if (UNCOUNTED.has(first) || more.length > 0) return null
  if (OTHER_PAGES.has(path)) return page('page')
  if (path.startsWith(ARTICLE_PREFIX) && second && third === undefined) return page('article', second)
  if (first === 'author' && second && third === undefined) return page('author', second)
  if (path.startsWith(`${NEWSLETTER_ISSUES_PATH}/`) && third) return page('issue', third)
  return second === undefined ? page('section', first) : null
}

function splitQuery(pathAndQuery: string): [string, string] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, ''] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}

/** The language of a feed. */
function readFeed(path: string): Language | null {
  const [, language] = /^\/feeds\/([a-z]{2})(?:\/[a-z0-9/-]+)?\.(?:xml|json)$/.exec(path) ?? []
  return isLanguage(language) ? language : null
}
