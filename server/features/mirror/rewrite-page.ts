import { Parser } from 'htmlparser2'
import { escapeXml } from '#core/feeds/escape.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import type { AddressBook } from '#server/features/mirror/mirror-address.ts'
import { isDecodable } from '#server/features/pages/page-requests.ts'

/** The parts that a page of a mirror has instead of what only a server can do. */
export interface PageParts {
  /** Inserted after the declaration of the character set, before the script of readers. */
  head: string
  /** The address of the styles of all pages, which stand in the page itself at the site. */
  styles: string
  /** Instead of the form for signing up, as HTML. */
  newsletterNote: string
  /** The address where the search index of the language begins. */
  searchIndex: string
  /** The text of the search form for people who have no scripts, as HTML. */
  searchNote: string
}

interface PageRewriter {
  book: AddressBook
  texts: TextRewriter
}

type Attributes = Record<string, string>
type Change =
  | 'remove'
  | { instead: string }
  /** Either may be left out. */
  | { attributes?: Attributes; after?: string }
  | null

const ADDRESSES = [
  'href',
  'src',
  'action',
  'poster',
  'data-copies',
  'data-shares',
  'data-audio',
  'data-messages',
] as const
const SETS = ['srcset', 'imagesrcset'] as const

/**
 * The page of a site as a mirror has it: its addresses lead to files, and what only a server can do is gone. `base` is its
 * path at the site. Only what changes is written anew.
 */
export function rewritePage(html: string, base: string, rewriter: PageRewriter, parts: PageParts): string {
  const pieces: string[] = []
  let end = 0
  const replace = (from: number, to: number, by: string) => {
    pieces.push(html.slice(end, from), by)
    end = to
  }
  let depth = 0
  /** The element that is being removed, with what stands in its place. */
  let removed: { depth: number; from: number; instead: string } | null = null
  /** The place where structured data begin, while the parser is in them. */
  let dataFrom: number | null = null

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (removed) return
      const { startIndex, endIndex } = parser
      if (isStructuredData(name, attributes)) {
        dataFrom = endIndex + 1
        return
      }
      const change = changeOf(name, attributes, base, rewriter, parts)
      if (change === null) return
      if (change === 'remove') removed = { depth, from: startIndex, instead: '' }
      else if ('instead' in change) removed = { depth, from: startIndex, ...change }
      else {
        const { attributes: changed, after = '' } = change
        const tag = changed ? openingTag(name, changed) : html.slice(startIndex, endIndex + 1)
        replace(startIndex, endIndex + 1, tag + after)
      }
    },
    onclosetag() {
      const { startIndex, endIndex } = parser
      if (dataFrom !== null) {
        replace(dataFrom, startIndex, rewriter.texts.rewrite(html.slice(dataFrom, startIndex), base))
        dataFrom = null
      }
      if (removed?.depth === depth) {
        replace(removed.from, endIndex + 1, removed.instead)
        removed = null
      }
      depth--
    },
  })
  parser.write(html)
  parser.end()
  return pieces.join('') + html.slice(end)
}

const isStructuredData = (name: string, { type }: Attributes): boolean =>
  name === 'script' && type === 'application/ld+json'

function changeOf(
  name: string,
  attributes: Attributes,
  base: string,
  rewriter: PageRewriter,
  parts: PageParts,
): Change {
  const live = attributes['data-live']
  if (live !== undefined) return live === 'newsletter' ? { instead: parts.newsletterNote } : 'remove'
  switch (name) {
    case 'script': {
      if (attributes.id !== 'reader') return 'remove'
      // The page has all styles.
      const { 'data-styles': _, ...rest } = attributes
      return changedAddresses(name, rest, base, rewriter) ?? { attributes: rest }
    }
    case 'style':
      return attributes.id === 'styles'
        ? { instead: `<link rel="stylesheet" href="${parts.styles}"/>` }
        : null
    case 'meta':
      if (attributes.charset !== undefined) return { after: parts.head }
      return attributes.name === 'publishable-key' ? 'remove' : changedMeta(attributes, base, rewriter)
    case 'link':
      if (attributes.rel === 'modulepreload') return 'remove'
      break
    case 'input':
      if (attributes.type === 'hidden' && attributes.name === 'lang') return 'remove'
      break
    case 'form':
      return attributes.method === undefined ? searchForm(attributes, base, rewriter, parts) : 'remove'
  }
  return changedAddresses(name, attributes, base, rewriter)
}

/** The form of the search page, which is an island of a mirror, and the button that leads to that. */
function searchForm(
  attributes: Attributes,
  base: string,
  { book }: PageRewriter,
  { searchIndex, searchNote }: PageParts,
): Change {
  const { search } = new URL(base, 'http://own.invalid')
  // The field that names the language is gone.
  const action = localizedPath(attributes.action ?? '', languageOfUrl({ search }))
  const changed = { ...attributes, action: book.rewrite(action, base) ?? '' }
  if (attributes.role !== 'search') return { attributes: changed }
  return { attributes: { ...changed, 'data-island': 'mirror', 'data-index': searchIndex }, after: searchNote }
}

function changedMeta(attributes: Attributes, base: string, { book }: PageRewriter): Change {
  const { content = '' } = attributes
  if (!/^https?:\/\//.test(content)) return null
  const rewritten = book.rewrite(content, base)
  if (rewritten === content) return null
  return rewritten === null ? 'remove' : { attributes: { ...attributes, content: rewritten } }
}

/** A link to what is in no mirror stays as text. */
function changedAddresses(
  name: string,
  attributes: Attributes,
  base: string,
  { book, texts }: PageRewriter,
): Change {
  // Its address answers programs of the social web with another document than browsers.
  if (name === 'link' && attributes.type === 'application/activity+json') return 'remove'
  const changed = { ...attributes }
  for (const key of ADDRESSES) {
    const given = attributes[key]
    if (given === undefined) continue
    const rewritten = book.rewrite(given, base)
    if (rewritten !== null) changed[key] = texts.rewriteEncoded(rewritten, base)
    else if (name === 'link' || key === 'data-audio') return 'remove'
    else delete changed[key]
  }
  for (const key of SETS) {
    const given = attributes[key]
    if (given !== undefined) changed[key] = rewriteSet(given, base, book)
  }
  const isSame = Object.keys(attributes).every((key) => changed[key] === attributes[key])
  return isSame ? null : { attributes: changed }
}

function rewriteSet(set: string, base: string, book: AddressBook): string {
  return set
    .split(/,\s+/)
    .flatMap((candidate) => {
      const [address = '', ...size] = candidate.trim().split(/\s+/)
      const rewritten = book.rewrite(address, base)
      return rewritten === null ? [] : [[rewritten, ...size].join(' ')]
    })
    .join(', ')
}

function openingTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${written.join('')}>`
}

/** The signs that end a sentence and no address. */
const PUNCTUATION = /[.,;:!?]+$/

/** Rewrites the whole addresses of a site in a text: a feed, a sitemap, structured data, Markdown, the styles of pages. */
export interface TextRewriter {
  rewrite(text: string, base: string): string
  /** A text by lines, of which those go that name what is in no mirror. */
  rewriteLines(text: string, base: string): string
  /** The links of Markdown that name no site. */
  rewriteLinks(markdown: string, base: string): string
  /** The addresses in the query of another site, such as those at which a page is shared. */
  rewriteEncoded(address: string, base: string): string
}

export function createTextRewriter(siteUrl: string, book: AddressBook): TextRewriter {
  const origin = RegExp.escape(new URL(siteUrl).origin)
  const written = new RegExp(`${origin}(?:[^\\s"'<>()\\[\\]\\\\&]|&amp;|&(?=[a-z]+=))*`, 'g')
  const encoded = new RegExp(`${RegExp.escape(encodeURIComponent(new URL(siteUrl).origin))}[^&\\s+]*`, 'g')

  const rewriteWhole = (found: string, base: string) => {
    const rest = PUNCTUATION.exec(found)?.[0] ?? ''
    const address = found.slice(0, found.length - rest.length).replaceAll('&amp;', '&')
    const rewritten = book.rewrite(address, base)
    return rewritten === null ? null : rewritten + rest
  }
  return {
    rewrite: (text, base) => text.replace(written, (found) => rewriteWhole(found, base) ?? found),
    rewriteLines: (text, base) =>
      text
        .split('\n')
        .filter((line) => !(line.match(written) ?? []).some((found) => rewriteWhole(found, base) === null))
        .map((line) => line.replace(written, (found) => rewriteWhole(found, base) ?? found))
        .join('\n'),
    rewriteLinks: (markdown, base) =>
      markdown.replace(
        /(\]\(<?)(\/[^\s)>]*)/g,
        (whole, before: string, address: string) =>
          before + (book.rewrite(address, base) ?? whole.slice(before.length)),
      ),
    rewriteEncoded: (address, base) =>
      address.replace(encoded, (found) =>
        isDecodable(found) ? encodeURIComponent(rewriteWhole(decodeURIComponent(found), base) ?? '') : found,
      ),
  }
}
