import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import type { Language } from '#core/i18n/languages.ts'

/**
 * Addresses of articles on another site, before they were imported: paths with their queries. Each has one normal form, so that all
 * spellings of an address find the same row.
 */

const MAX_LENGTH = 500
const MAX_PARAMETERS = 8
/** Parameters that other programs add to links, and by which no site names an article. */
const TRACKING =
  /^(?:utm_\w+|fbclid|g(?:clid|braid|clsrc|ad_source)|wbraid|dclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_h(?:senc|smi)|_ga|_gl|ref|cmpid)$/i
/** Parameters by which WordPress, Drupal and others name an article at the address of the home page. */
const AT_HOME = ['p', 'page_id', 'attachment_id', 'name', 'id', 'q']
const AT_HOME_PATTERN = new RegExp(`^/\\?(?:${AT_HOME.join('|')})=|^/\\?[^#]*&(?:${AT_HOME.join('|')})=`)
/** The file that a server sends for its folder. */
const INDEX_FILE = /^index\.(?:html?|php)$/i
const BASE = 'https://old.invalid'

/**
 * The normal form of a path with its query: without trailing slash, index file, fragment and parameters of trackers, percent-encoded in one
 * way, its parameters sorted. Letters keep their case. Null if it names only the home page, or is not part of an address.
 */
export function oldAddress(written: string): string | null {
  const url = parse(written)
  if (!url) return null
  const parameters = parametersOf(url)
  return parameters.length > MAX_PARAMETERS ? null : inNormalForm(url, parameters)
}

/**
 * The possible meanings of a request, most likely first: its address, the one with one of its parameters only, and the one without any.
 * Programs add parameters to addresses that are not their own.
 */
export function meantAddresses(pathAndQuery: string): string[] {
  const url = parse(pathAndQuery)
  if (!url) return []
  const parameters = parametersOf(url)
  const some = parameters.slice(0, MAX_PARAMETERS)
  const choices = [...(some.length === parameters.length ? [some] : []), ...some.map((one) => [one]), []]
  return [...new Set(choices.flatMap((choice) => inNormalForm(url, choice) ?? []))]
}

/** Returns true if the home page is requested with a parameter that may name an article of another site. Called for every request. */
export function mayNameArticle(pathAndQuery: string): boolean {
  return pathAndQuery.startsWith('/?') && AT_HOME_PATTERN.test(pathAndQuery)
}

/** The article that had an address of another site. */
export interface FoundAddress {
  slug: string
  language: Language
  /** True if the redirect is permanent: not while the language of the article is switched off. */
  kept: boolean
}

/** Returns true if no page of this site can have a path, so that nothing has to be rendered to know that one is missing. */
export function isOfNoPage(path: string): boolean {
  const [, first = '', second = ''] = path.split(/\/+/, 3)
  return second !== '' && !RESERVED_ADDRESSES.has(first.toLowerCase())
}

type Parameter = [name: string, value: string]

function parse(pathAndQuery: string): URL | null {
  if (!pathAndQuery.startsWith('/') || pathAndQuery.length > 8 * MAX_LENGTH) return null
  const url = URL.parse(pathAndQuery.replace(/^[/\\]+/, '/'), BASE)
  return url?.origin === BASE ? url : null
}

function parametersOf({ searchParams }: URL): Parameter[] {
  return [...searchParams].filter(([name]) => !TRACKING.test(name)).toSorted(byNameAndValue)
}

function byNameAndValue(a: Parameter, b: Parameter): number {
  const [first, second] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]]
  return first < second ? -1 : first > second ? 1 : 0
}

function inNormalForm({ pathname }: URL, parameters: Parameter[]): string | null {
  const path = normalPath(pathname)
  if (path === null || (path === '/' && !parameters.some(([name]) => AT_HOME.includes(name)))) return null
  const address = parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
  return address.length <= MAX_LENGTH ? address : null
}

function normalPath(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '')
  if (INDEX_FILE.test(parts.at(-1) ?? '')) parts.pop()
  try {
    return `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part).normalize())).join('/')}`
  } catch {
    // The address is not valid percent-encoding of UTF-8.
    return null
  }
}
