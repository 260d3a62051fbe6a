import { escapeXml } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type ExportEntry, ExportError } from '#server/features/export/export-entry.ts'
import {
  type AddressBook,
  createAddressBook,
  type MirrorPlace,
  NOT_FOUND_PATH,
  placeOf,
} from '#server/features/mirror/mirror-address.ts'
import {
  createTextRewriter,
  type PageParts,
  rewritePage,
  type TextRewriter,
} from '#server/features/mirror/rewrite-page.ts'

/** While one page is written, the next ones are made. */
const AT_ONCE = 6
const MAX_REDIRECTS = 3
/** A reader waits for no page as long. */
const MAX_FAILED = 100
const TEXT = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/javascript)/

export interface MirrorSummary {
  pages: number
  files: number
  /** Addresses that pages name and the site has not. */
  missing: string[]
  /** Addresses that the site could not make. */
  failed: string[]
  /** The bytes of recordings that were left out, because they are too many; 0 when they are in the mirror. */
  audioLeftOut: number
}

interface MirroredSite {
  siteUrl: string
  /** Answers as the site does to a reader. The address is a path with its query. */
  fetch(address: string): Promise<Response>
  partsOf(language: Language): PageParts
  /** True if recordings and podcasts are in the mirror. */
  hasAudio?: boolean
}

/**
 * Everything that a reader can reach from these addresses, as files, each once and in the order in which they are found: the same site has
 * the same order. Late addresses come at the end, where nothing else is.
 */
export async function* crawlSite(
  site: MirroredSite,
  { from, late }: { from: Iterable<string>; late: Iterable<string> },
  summary: MirrorSummary,
): AsyncGenerator<ExportEntry> {
  const found: MirrorPlace[] = []
  const sources = new Map<string, string>()
  const add = (place: MirrorPlace) => {
    const known = sources.get(place.file)
    if (known === undefined) {
      sources.set(place.file, place.source)
      found.push(place)
    } else if (known !== place.source && isAnotherPage(known, place))
      throw new ExportError(
        `${known} and ${place.source} have the same place in a mirror, ${place.file}: give one of them another address.`,
      )
  }
  const book = createAddressBook(site.siteUrl, add, { hasAudio: site.hasAudio })
  const texts = createTextRewriter(site.siteUrl, book)
  const places = (addresses: Iterable<string>) =>
    [...addresses].flatMap((address) => placeOf(new URL(address, site.siteUrl)) ?? [])
  for (const place of places(from)) add(place)
  let isLate = false
  const fetching: Promise<Fetched>[] = []
  for (let at = 0; ; at++) {
    if (at === found.length && !isLate) {
      isLate = true
      for (const place of places(late)) if (!sources.has(place.file)) add(place)
    }
    if (at === found.length) return
    while (fetching.length < AT_ONCE && at + fetching.length < found.length) {
      const next = fetchPlace(site, found[at + fetching.length] as MirrorPlace)
      // An error is thrown when its turn has come.
      next.catch(() => {})
      fetching.push(next)
    }
    const place = found[at] as MirrorPlace
    const fetched = await (fetching.shift() as Promise<Fetched>)
    // A place of which nothing else is needed any more.
    found[at] = undefined as never
    if (fetched.kind === 'missing') summary.missing.push(place.source)
    else if (fetched.kind === 'failed') {
      if (summary.failed.push(place.source) > MAX_FAILED)
        throw new ExportError(`The site could not make ${MAX_FAILED} of its pages, such as ${place.source}.`)
    } else if (fetched.kind === 'moved') {
      const to = book.rewrite(fetched.to, place.source)
      if (to !== null) yield { path: place.file, content: movedPage(to, site.siteUrl) }
    } else {
      summary.files++
      const { body, type } = fetched
      if (place.isPage && type.startsWith('text/html')) {
        summary.pages++
        const parts = site.partsOf(place.language)
        const content = rewritePage(body.toString(), place.source, { book, texts }, parts)
        yield { path: place.file, content }
      } else yield { path: place.file, content: rewriteFile(body, { type, place, texts, book }) }
    }
  }
}

/** A picture is the same with and without its version. */
function isAnotherPage(known: string, { source }: MirrorPlace): boolean {
  return known.split('?', 1)[0] !== source.split('?', 1)[0]
}

type Fetched =
  | { kind: 'found'; body: Buffer; type: string }
  | { kind: 'moved'; to: string }
  | { kind: 'missing' }
  | { kind: 'failed' }

async function fetchPlace(site: MirroredSite, { source, isPage }: MirrorPlace): Promise<Fetched> {
  let address = source
  for (let redirects = 0; ; redirects++) {
    const response = await site.fetch(address)
    const { status, headers } = response
    const isError = source.startsWith(NOT_FOUND_PATH) && status === 404
    if (status === 200 || isError)
      return {
        kind: 'found',
        body: Buffer.from(await response.arrayBuffer()),
        type: headers.get('content-type') ?? '',
      }
    await response.body?.cancel()
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    if (!location) return status >= 500 || status === 429 ? { kind: 'failed' } : { kind: 'missing' }
    if (isPage) return { kind: 'moved', to: location }
    const url = new URL(location, site.siteUrl)
    if (redirects === MAX_REDIRECTS || url.origin !== new URL(site.siteUrl).origin) return { kind: 'missing' }
    address = url.pathname + url.search
  }
}

function rewriteFile(
  body: Buffer,
  { type, place, texts, book }: { type: string; place: MirrorPlace; texts: TextRewriter; book: AddressBook },
): Buffer | string {
  if (!TEXT.test(type)) return body
  if (type.startsWith('application/manifest+json')) return rewriteManifest(body.toString(), book, place)
  const text = body.toString()
  if (type.startsWith('text/css')) return rewriteStyles(text, book)
  if (type.startsWith('text/plain')) return texts.rewriteLines(text, place.source)
  const rewritten = texts.rewrite(withoutHub(text, type), place.source)
  return type.startsWith('text/markdown') ? texts.rewriteLinks(rewritten, place.source) : rewritten
}

/** Removes the hub of a feed, which knows nothing of the mirror (WebSub). */
function withoutHub(text: string, type: string): string {
  if (type.startsWith('application/rss+xml')) return text.replace(/\n<atom:link rel="hub"[^>]*>/, '')
  return type.startsWith('application/feed+json')
    ? text.replace(/"hubs":\[\{"type":"WebSub","url":"[^"]*"\}\],?/, '')
    : text
}

/** Rewrites the manifest without shortcuts, which lead to what needs the site. */
function rewriteManifest(text: string, book: AddressBook, { source }: MirrorPlace): string {
  const { shortcuts: _, ...manifest } = JSON.parse(text)
  return JSON.stringify(manifest).replace(/"(\/[^"]*)"/g, (_, path) => `"${book.rewrite(path, source)}"`)
}

/** The fonts and pictures that styles name, which are of this site. */
function rewriteStyles(styles: string, book: AddressBook): string {
  return styles.replace(/url\((["']?)(\/[^"')]+)\1\)/g, (whole, quote: string, address: string) => {
    const rewritten = book.rewrite(address, '/')
    return rewritten === null ? whole : `url(${quote}${rewritten}${quote})`
  })
}

/** A page at an old address, which leads to the present one. */
function movedPage(to: string, siteUrl: string): string {
  const whole = to.startsWith('/') ? siteUrl + to : to
  const [address, canonical] = [to, whole].map(escapeXml)
  return `<!doctype html><meta charset="utf-8"><title>${address}</title><link rel="canonical" href="${canonical}"><meta http-equiv="refresh" content="0; url=${address}"><p><a href="${address}">${address}</a></p>\n`
}
