import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import { isLanguage, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { LEGAL_PAGES, NEWSLETTER_ISSUES_PATH, SAVED_PATH } from '#core/paths.ts'

/*
 * What a browser keeps for reading without a network. Pages write it, and the service worker only reads it, so that neither depends on
 * the version of the other. The number changes with the form of what is stored.
 */

export const KEPT_PREFIX = 'kept-'
/** Documents, each put there after everything that it needs. */
export const KEPT_PAGES = `${KEPT_PREFIX}pages-1`
/** Scripts, fonts, messages and pictures, by addresses that change with their content. */
export const KEPT_FILES = `${KEPT_PREFIX}files-1`
/** How long a reader who has kept something waits for a network that does not answer. */
export const PATIENCE_SECONDS = 4
/** Of everything together, as it is without compression. */
export const MAX_KEPT_BYTES = 50 * 1024 * 1024
/** What the address of the list ends with when another page was wanted that is not kept. */
export const NOT_KEPT_HASH = '#not-kept'
/** What a page sends to a worker that waits, when the reader wants the new version. */
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
 * Whether the worker may answer for a page: never for the desk, previews, what the links of subscribers lead to, and what is no page.
 * Sections and own pages have addresses that no one else has.
 */
export function isPageForReaders(pathname: string): boolean {
  const [, first = '', ...rest] = pathname.toLowerCase().split('/')
  if (pathname.includes('.') || (RESERVED_ADDRESSES.has(first) && !OPEN_TO_READERS.has(first))) return false
  return first !== 'newsletter' || rest.length === 0 || pathname.startsWith(NEWSLETTER_ISSUES_PATH)
}

/** The picture in an address of one of its sizes, so that another size can stand in for it; null for other addresses. */
export function pictureOf(pathname: string): string | null {
  return /^\/images\/(?:avif|webp)\/\d+(\/.+)$/.exec(pathname)?.[1] ?? null
}

/** What is known of a kept page, which is stored with it. */
export interface KeptPage {
  path: string
  /** When it was opened or saved last, in milliseconds. */
  at: number
  isSaved: boolean
  bytes: number
  /** What it needs, and how many bytes each has. */
  files: [path: string, bytes: number][]
}

/** How much these take; files that several need count once. */
export function keptBytes(pages: readonly KeptPage[]): number {
  const files = new Map(pages.flatMap((page) => page.files))
  const ofPages = pages.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...files.values()].reduce((sum, bytes) => sum + bytes, ofPages)
}

/** The pages that have to go: the oldest first, those that were only opened before those that were saved, the list never. */
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
