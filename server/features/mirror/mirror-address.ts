import { posix } from 'node:path'
import { DEFAULT_LANGUAGE, isLanguage, type Language, localizedPath } from '#core/i18n/languages.ts'
import { NEWS_SITEMAP_PATH, NEWSLETTER_ISSUES_PATH, RSS_FUNCTION_PATH, rssPath } from '#core/paths.ts'
import { isDecodable } from '#server/features/pages/page-requests.ts'
import { safePathOf } from '#server/platform/disk/file-names.ts'

/** An address that no page has, for which the site makes its page of errors. */
export const NOT_FOUND_PATH = '/not-found-404'
export const SEARCH_PATH = '/search'

/** The news of two days, and a text that says how the site is asked for a language. */
const STALE = new Set([NEWS_SITEMAP_PATH, '/llms.txt'])
/** The paths that a file server cannot answer: the desk, interfaces for programs, and pages that only a link in a mail leads to. */
const LIVE =
  /^\/(?:activitypub|admin|auth|confirm-subscription|functions|healthz|mcp|metrics|openapi\.json|preview|readyz|realtime|rest|subscribe|unsubscribe|websub|newsletter\/(?:erase|go|preferences))(?:\/|$)/
/** The files that are heard, which are left out where they are too much for a mirror: recordings and podcasts. */
const HEARD = /^\/(?:article|newsletter)\/audio\/|^\/feeds\/\w+\/(?:newsletter-)?podcast\.xml$/
const UPLOADS = '/storage/v1/object/public/'
const VARIANT = /^\/images\/(avif|webp|png|jpeg)\//
/** Pages of this site have none; those of the one from which articles were imported may. */
const OLD_PAGE = /\.html?$/i
const FILE_NAME = /\.[a-z0-9]+$/i

/** The place of something of the site in its mirror. */
export interface MirrorPlace {
  /** The path and query at the site. */
  source: string
  language: Language
  /** The path of the file, below the folder of the mirror. */
  file: string
  /** The path at which a file server answers with it; a folder stands for its page. */
  address: string
  isPage: boolean
}

/**
 * The place of an address of the site, whose language becomes a folder and whose number of a list the end of a path; null for what is in
 * no mirror. The address has no origin.
 */
export function placeOf(url: Pick<URL, 'pathname' | 'searchParams'>): MirrorPlace | null {
  const { pathname, searchParams } = url
  const asked = searchParams.get('lang')
  const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE
  if (pathname === RSS_FUNCTION_PATH) return fileAt(rssPath(language), DEFAULT_LANGUAGE, null)
  if (LIVE.test(pathname) || STALE.has(pathname)) return null
  if (pathname.startsWith('/storage/') && !pathname.startsWith(UPLOADS)) return null
  if (OLD_PAGE.test(pathname)) return { ...fileAt(pathname, language, null), isPage: true }
  if (FILE_NAME.test(pathname) || pathname.startsWith(UPLOADS))
    return fileAt(pathname, language, searchParams.get('v'))
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const page = Number(/^[1-9]\d{0,5}$/.exec(searchParams.get('page') ?? '')?.[0] ?? 1)
  const folder = page === 1 ? path : `${path === '/' ? '' : path}/page/${page}`
  const source = localizedPath(page === 1 ? path : `${path}?page=${page}`, language)
  if (path === NOT_FOUND_PATH) {
    const address = inFolder('/404.html', language)
    return { source, language, file: address.slice(1), address, isPage: true }
  }
  const file = fileOf(inFolder(posix.join(folder, 'index.html'), language))
  return { source, language, file, address: addressOf(posix.join('/', file)), isPage: true }
}

/** A picture, a feed or another file, which has the ending of what it is. */
function fileAt(pathname: string, language: Language, version: string | null): MirrorPlace {
  const format = VARIANT.exec(pathname)?.[1]
  const isNamed =
    !format || pathname.endsWith(`.${format}`) || (format === 'jpeg' && /\.jpe?g$/i.test(pathname))
  const file = fileOf(inFolder(isNamed ? pathname : `${pathname}.${format}`, language))
  const path = localizedPath(pathname, language)
  const source =
    version === null ? path : `${path}${path.includes('?') ? '&' : '?'}v=${encodeURIComponent(version)}`
  return { source, language, file, address: `/${file}`, isPage: false }
}

function inFolder(path: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? path : `/${language}${path}`
}

function addressOf(file: string): string {
  return file.endsWith('/index.html') ? file.slice(0, -'index.html'.length) : file
}

function fileOf(path: string): string {
  return safePathOf(decodeURIComponent(path).slice(1))
}

/** Rewrites addresses for a mirror, and remembers what they lead to. */
export interface AddressBook {
  /** The address in the mirror, as short or as whole as it was given; null when it leads to what is in no mirror. */
  rewrite(address: string, base: string): string | null
}

/** `onPlace` is told of each place of the site that an address leads to. */
export function createAddressBook(
  siteUrl: string,
  onPlace: (place: MirrorPlace) => void,
  { hasAudio = true } = {},
): AddressBook {
  const { origin } = new URL(siteUrl)
  return {
    rewrite(given, base) {
      const url = URL.parse(given, siteUrl + base)
      if (!url || url.origin !== origin || given.startsWith('#')) return given
      if (url.pathname === NOT_FOUND_PATH && base.startsWith(NOT_FOUND_PATH)) url.pathname = '/'
      if (!hasAudio && HEARD.test(url.pathname)) return null
      const isSignUp = url.hash === '#newsletter'
      if (isSignUp) url.pathname = NEWSLETTER_ISSUES_PATH
      const place = isDecodable(url.pathname) ? placeOf(url) : null
      if (!place) return null
      onPlace(place)
      const query = url.pathname === SEARCH_PATH ? queryOf(url) : ''
      const address = place.address + query + (isSignUp ? '' : url.hash)
      return /^(?:https?:)?\/\//.test(given) ? origin + address : address
    },
  }
}

/** Returns the query that the search page of a mirror reads. Structured data has a name in braces there, which stays as it is. */
function queryOf({ search }: URL): string {
  const query = /[?&]q=([^&]*)/.exec(search)?.[1]
  return query === undefined ? '' : `?q=${query.replaceAll('%7B', '{').replaceAll('%7D', '}')}`
}
