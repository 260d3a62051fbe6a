import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import { isLanguage, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { LEGAL_PAGES, NEWSLETTER_ISSUES_PATH, SAVED_PATH } from '#core/paths.ts'

/*
 * The caches of the browser for reading offline. Pages write them, and the service worker only reads them, so that neither depends on the
 * version of the other. The number changes with the form of what is stored.
 */

export const KEPT_PREFIX = 'kept-'
/** Documents, each put there after everything that it needs. */
export const KEPT_PAGES = `${KEPT_PREFIX}pages-1`
/** Scripts, fonts, messages and pictures, by addresses that change with their content. */
export const KEPT_FILES = `${KEPT_PREFIX}files-1`
/** The wait for a network that does not answer, when the browser has a cached page. */
export const PATIENCE_SECONDS = 4
/** The limit for everything together, without compression. */
export const MAX_KEPT_BYTES = 50 * 1024 * 1024
/** The hash of the list's address when another page was requested that is not cached. */
export const NOT_KEPT_HASH = '#not-kept'
/** The message of a page to a waiting worker, when the reader wants the new version. */
export const TAKE_OVER = 'take-over'

const ARTICLE = /^\/article\/[a-z0-9-]{1,200}$/

/** The address under which a page is kept; null for every page that is not. */
export function keptPathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | null {
  if (pathname !== SAVED_PATH && !ARTICLE.test(pathname)) return null
  const asked = new URLSearchParams(search).get('lang')
  return asked === null || isLanguage(asked) ? localizedPath(pathname, languageOfUrl({ search })) : null
}

const OPEN_TO_READERS: ReadonlySet<string> = new Set([
  'article',
  'author',
  'corrections',
  'newsletter',
  'saved',
  'search',
  ...LEGAL_PAGES,
])

/**
 * Returns true if the worker may answer for a page: never for the desk, previews, the links of subscribers, and what is not a page.
 * Sections and own pages have addresses that no one else has.
 */
export function isPageForReaders(pathname: string): boolean {
  const [, first = '', ...rest] = pathname.toLowerCase().split('/')
  if (pathname.includes('.') || (RESERVED_ADDRESSES.has(first) && !OPEN_TO_READERS.has(first))) return false
  return first !== 'newsletter' || rest.length === 0 || pathname.startsWith(NEWSLETTER_ISSUES_PATH)
}

/** The picture in an address of one of its sizes, so that another size can replace it; null for other addresses. */
export function pictureOf(pathname: string): string | null {
  return /^\/images\/(?:avif|webp)\/\d+(\/.+)$/.exec(pathname)?.[1] ?? null
}

/** The metadata of a cached page, which is stored with it. */
export interface KeptPage {
  path: string
  /** The time of the last opening or saving, in milliseconds. */
  at: number
  isSaved: boolean
  bytes: number
  /** The files that it needs, with the bytes of each. */
  files: [path: string, bytes: number][]
}

/** The total size of these pages; files that several need count once. */
export function keptBytes(pages: readonly KeptPage[]): number {
  const files = new Map(pages.flatMap((page) => page.files))
  const ofPages = pages.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...files.values()].reduce((sum, bytes) => sum + bytes, ofPages)
}

/** The pages to evict: the oldest first, opened ones before saved ones, the list never. */
export function pagesToDrop(pages: readonly KeptPage[], maxBytes = MAX_KEPT_BYTES): KeptPage[] {
  const stay = pages.toSorted((a, b) => Number(a.isSaved) - Number(b.isSaved) || a.at - b.at)
  const isArticle = ({ path }: KeptPage) => path.startsWith('/article/')
  const dropped: KeptPage[] = []
  while (keptBytes(stay) > maxBytes) {
    const [next] = stay.splice(stay.findIndex(isArticle), 1)
    if (!next || !isArticle(next)) break
    dropped.push(next)
  }
  return dropped
}
