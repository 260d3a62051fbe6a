import { createRequire } from 'node:module'
import type { Attributes, IOptions, Tag } from 'sanitize-html'
import { CONTENT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import {
  KEPT_ATTRIBUTES,
  KEPT_ELEMENTS,
  ONLY_WHOLE,
  PART_MARK,
  SECTION_MARK,
} from '#core/newsletter/kept-html.ts'

/**
 * Opening and closing tags. A message of 102,400 bytes has room for a quarter of them; the library takes quadratic time for nested tags.
 */
export const MAX_TAGS = 10_000
/** The most `<` and `&`, which the library parses one by one. A message has no room for this many, so that no recipient misses the rest. */
const MAX_MARKUP_CHARACTERS = 40_000
const MAX_DEPTH = 32
/** The longest that a counted link can have (clicks.ts). */
const MAX_ADDRESS_LENGTH = 2_000
/** The width of the text of a mail. */
const MAX_IMAGE_WIDTH = 528
const MAX_IMAGE_HEIGHT = 2_000
const MAX_SLUG_LENGTH = 60

/** The replacements of other elements; of all further elements only the text stays. */
const REPLACEMENTS = new Map([
  ...named('h2', ['h1']),
  ...named('h4', ['h5', 'h6']),
  ...named('strong', ['b']),
  ...named('em', ['i']),
  ...named('s', ['del', 'strike']),
  // Each cell of a table becomes a line, because tables do not fit on a phone.
  ...named('div', ['tr', 'td', 'th', 'caption', 'dt', 'dd', 'figure', 'figcaption', 'section', 'article']),
  ...named('div', ['header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'details', 'summary']),
])

/** Elements whose text is removed: it is not for readers, or browsers parse it by special rules. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'xmp', 'noscript', 'iframe', 'noembed', 'noframes'],
  ...['plaintext', 'template', 'svg', 'math', 'object', 'title', 'audio', 'video', 'canvas'],
]

const OPTIONS: IOptions = {
  allowedTags: [...KEPT_ELEMENTS],
  allowedAttributes: Object.fromEntries(
    Object.entries(KEPT_ATTRIBUTES).map(([name, attributes]) => [name, [...attributes]]),
  ),
  nonTextTags: WITHOUT_TEXT,
  // `readAddress` is stricter; the library checks this in addition.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: { '*': cleanTag },
  parseStyleAttributes: false,
}

const require = createRequire(import.meta.url)

/**
 * Sanitises HTML of an editor for previews, mails and pages: a few elements without styles, classes and scripts, well-formed also as XML. Links are absolute or
 * begin with a slash. The function is idempotent. A text with too many tags is escaped as a whole, and one with too much markup is escaped
 * and truncated.
 */
export function sanitiseHtml(html: string): string {
  const text = withoutForbidden(html.slice(0, CONTENT_MAX_LENGTH))
  if ((text.match(/<\/?[a-z]/gi)?.length ?? 0) > MAX_TAGS) return escapeXml(text)
  if ((text.match(/[<&]/g)?.length ?? 0) > MAX_MARKUP_CHARACTERS)
    return escapeXml(text.slice(0, MAX_MARKUP_CHARACTERS).toWellFormed())
  // Loaded on first use, because it takes 19 MB of memory that most processes do not need.
  const sanitise: typeof import('sanitize-html') = require('sanitize-html')
  // The second pass handles elements that the first one has renamed, and that now end the paragraph around them.
  const once = withoutForbidden(sanitise(text, OPTIONS))
  return withoutForbidden(sanitise(once, OPTIONS)).trim()
}

/**
 * Removes characters that XML forbids, and noncharacters, which mark the placeholders in a message (personalise-message.ts), so that no text
 * can contain a placeholder.
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
    // A height would distort a picture whose width was limited.
    const height = width && width === attribs.width && readNumber(attribs.height, MAX_IMAGE_HEIGHT)
    return src && (src.startsWith('/') || !isTrackingPixel(attribs))
      ? {
          tagName: name,
          attribs: { src, alt: attribs.alt ?? '', ...(width && { width }), ...(height && { height }) },
        }
      : LEFT_OUT
  }
  const start = name === 'ol' && readNumber(attribs.start, 9_999)
  const section = name === 'p' && readSlug(attribs[SECTION_MARK])
  const part = name === 'p' || name === 'li' ? attribs[PART_MARK] : undefined
  return {
    tagName: name,
    attribs: {
      ...(section && { [SECTION_MARK]: section }),
      ...(part && (part === ONLY_WHOLE || readSlug(part)) && { [PART_MARK]: part }),
      ...(start && { start }),
      ...language,
    },
  }
}

const LEFT_OUT: Tag = { tagName: 'span', attribs: {} }

/** Tells whether a picture is a tracking pixel, as in pasted newsletters. */
function isTrackingPixel({ width = '', height = '', style = '' }: Attributes): boolean {
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

function readSlug(value: string | undefined): string | null {
  return value && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= MAX_SLUG_LENGTH ? value : null
}

function readNumber(value: string | undefined, most: number): string | null {
  return value && /^[1-9]\d{0,5}$/.test(value) ? String(Math.min(Number(value), most)) : null
}

function named(replacement: string, names: string[]) {
  return names.map((name) => [name, replacement] as const)
}
