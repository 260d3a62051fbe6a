import { createRequire } from 'node:module'
import type { Attributes, IOptions, Tag } from 'sanitize-html'
import { CONTENT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { escapeXml } from '#core/feeds/escape.ts'

/**
 * Opening and closing. A message of 102,400 bytes has room for a quarter of them; the library takes quadratic time for tags that are
 * open at the same time.
 */
const MAX_TAGS = 10_000
/** The library reads each of them by itself. Written in HTML, a message has no room for so many, so that nobody gets what is cut off. */
const MAX_SIGNS = 40_000
const MAX_DEPTH = 32
/** The longest that a counted link can have (click-links.ts). */
const MAX_ADDRESS_LENGTH = 2_000
/** As wide as the text of a mail. */
const MAX_IMAGE_WIDTH = 528

const ALLOWED = [
  ...['p', 'div', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['a', 'strong', 'em', 's', 'sub', 'sup', 'small', 'code', 'img'],
]

/** What other elements become. The rest is left out, and its text stays. A headline is the subject, so there is none in the content. */
const REPLACEMENTS = new Map([
  ...named('h2', ['h1']),
  ...named('h4', ['h5', 'h6']),
  ...named('strong', ['b']),
  ...named('em', ['i']),
  ...named('s', ['del', 'strike']),
  // Of a table each cell is a line, because tables do not fit on a phone.
  ...named('div', ['tr', 'td', 'th', 'caption', 'dt', 'dd', 'figure', 'figcaption', 'section', 'article']),
  ...named('div', ['header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'details', 'summary']),
])

/** Elements whose text is not for readers, or which a browser parses by rules of their own. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'xmp', 'noscript', 'iframe', 'noembed', 'noframes'],
  ...['plaintext', 'template', 'svg', 'math', 'object', 'title', 'audio', 'video', 'canvas'],
]

const OPTIONS: IOptions = {
  allowedTags: ALLOWED,
  allowedAttributes: {
    '*': ['lang'],
    a: ['href', 'hreflang'],
    img: ['src', 'alt', 'width'],
    ol: ['start'],
  },
  nonTextTags: WITHOUT_TEXT,
  // `readAddress` is stricter; this is what the library checks again.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: { '*': cleanTag },
  parseStyleAttributes: false,
}

const require = createRequire(import.meta.url)

/**
 * The only way in which HTML of an editor gets into a preview, a mail or a page: a few elements without styles, classes and scripts, well-formed also as XML. Links are absolute or
 * begin with a slash. Doing it again changes nothing. A text with too many tags is shown as it is written, and of one with too many signs
 * the beginning.
 */
export function sanitiseHtml(html: string): string {
  const text = withoutForbidden(html.slice(0, CONTENT_MAX_LENGTH))
  if ((text.match(/<\/?[a-z]/gi)?.length ?? 0) > MAX_TAGS) return escapeXml(text)
  if ((text.match(/[<&]/g)?.length ?? 0) > MAX_SIGNS)
    return escapeXml(text.slice(0, MAX_SIGNS).toWellFormed())
  // It brings 19 MB into memory, which most processes never need.
  const sanitise: typeof import('sanitize-html') = require('sanitize-html')
  // The second time for elements that the first has renamed, and that now end the paragraph around them.
  const once = withoutForbidden(sanitise(text, OPTIONS))
  return withoutForbidden(sanitise(once, OPTIONS)).trim()
}

/**
 * Removes what XML forbids, and noncharacters, which mark the places for personal links in a message (personalise-message.ts): nobody
 * can write one.
 */
export function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}/gu, '')
}

function cleanTag(tagName: string, attribs: Attributes): Tag {
  const name = REPLACEMENTS.get(tagName) ?? tagName
  const lang = readLanguage(attribs.lang)
  const language = lang && { lang }
  if (name === 'a') {
    const href = readAddress(attribs.href, ['http:', 'https:', 'mailto:'])
    const hreflang = readLanguage(attribs.hreflang)
    return href ? { tagName: name, attribs: { href, ...(hreflang && { hreflang }), ...language } } : LEFT_OUT
  }
  if (name === 'img') {
    const src = readAddress(attribs.src, ['https:'])
    const width = readNumber(attribs.width, MAX_IMAGE_WIDTH)
    return src && (src.startsWith('/') || !isUnseen(attribs))
      ? { tagName: name, attribs: { src, alt: attribs.alt ?? '', ...(width && { width }) } }
      : LEFT_OUT
  }
  const start = name === 'ol' && readNumber(attribs.start, 9_999)
  return { tagName: name, attribs: { ...(start && { start }), ...language } }
}

const LEFT_OUT: Tag = { tagName: 'span', attribs: {} }

/** Whether nobody is to see a picture: one on another site only tells that site who opened the mail, as in newsletters that are pasted. */
function isUnseen({ width = '', height = '', style = '' }: Attributes): boolean {
  const isTiny = (size: string) => /^\s*0*[0-3](?:\.\d{1,9})?\s*(?:px)?\s*$/i.test(size)
  const sizes = style.split(';').flatMap((rule) => {
    const [name = '', value = ''] = rule.split(':')
    return /^\s*(?:max-)?(?:width|height)\s*$/i.test(name) ? [value] : []
  })
  return [width, height, ...sizes].some(isTiny) || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}

/** The address as a URL parser writes it, or a path on our site; null for everything else, and for addresses with a password. */
function readAddress(value: string | undefined, protocols: string[]): string | null {
  const address = withoutForbidden(value ?? '').trim()
  const base = 'https://own.invalid'
  const isPath = address.startsWith('/')
  const url = URL.parse(address, isPath ? base : undefined)
  if (!url || url.username || url.password) return null
  if (isPath ? url.origin !== base : !protocols.includes(url.protocol)) return null
  const href = isPath ? url.href.slice(base.length) : url.href
  return href.length > MAX_ADDRESS_LENGTH ? null : href
}

function readLanguage(value: string | undefined): string | null {
  return value && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(value) ? value : null
}

function readNumber(value: string | undefined, most: number): string | null {
  return value && /^[1-9]\d{0,5}$/.test(value) ? String(Math.min(Number(value), most)) : null
}

function named(replacement: string, names: string[]) {
  return names.map((name) => [name, replacement] as const)
}
