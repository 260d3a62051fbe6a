import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'

export interface Attachment {
  address: string
  alt: string
  caption: string
}

interface ShortcodeOptions {
  report: HtmlOptions['report']
  /** By the id of WordPress. */
  findAttachment: (id: string) => Attachment | undefined
  /** Those that belong to this article. */
  own: () => readonly string[]
}

type Attributes = ReadonlyMap<string, string>

/** Page builders write long ones. */
const MAX_ATTRIBUTES_LENGTH = 50_000
/** The length that shortcodes of one text may reach together: each gallery shows all pictures of its article. */
const MAX_WRITTEN_LENGTH = 4 * 1024 ** 2
const TAG = new RegExp(
  String.raw`\[(/?)([a-z][\w-]{0,40})((?:[\s=][^\[\]<]{0,${MAX_ATTRIBUTES_LENGTH}})?)\]`,
  'iy',
)
/** The same tag with HTML in its quotation marks. */
const TAG_WITH_HTML = new RegExp(
  String.raw`\[(/?)([a-z][\w-]{0,40})((?:[\s=](?:[^\[\]<"]|"[^"\[\]]{0,${MAX_ATTRIBUTES_LENGTH}}"){0,${MAX_ATTRIBUTES_LENGTH}})?)\]`,
  'iy',
)
const ATTRIBUTE =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|&#8221;([^&]*)&#8243;|([^\s"']+))|"([^"]*)"|([^\s"']+)/g
/** The attributes that name a file, whatever its type. */
const MEDIA = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'url']
/** Shortcodes whose content is no text of the article as it stands. */
const ENCLOSING = new Set([
  'caption',
  'wp_caption',
  'embed',
  'code',
  'sourcecode',
  'audio',
  'video',
  'contact-form',
])
/** Those that are words in brackets when they enclose nothing. */
const NEEDS_CONTENT = new Set(['caption', 'wp_caption', 'embed', 'code', 'sourcecode'])

/** Replaces the shortcodes of WordPress with HTML, and removes others around their content. Code and tags are left alone. */
export function expandShortcodes(html: string, options: ShortcodeOptions): string {
  if (!html.includes('[')) return html
  // Only letters whose case does not change the length of the text.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const find = createFinder(lower)
  const seen = new Set<string>()
  const parts: string[] = []
  let writtenLength = 0
  let at = 0
  let start = 0
  const put = (end: number, text: string) => {
    parts.push(html.slice(start, at), text)
    start = at = end
  }
  const next = /[<[]/g
  for (;;) {
    next.lastIndex = at
    const found = next.exec(html)
    if (!found) break
    at = found.index
    if (html[at] === '<') {
      at = skipTag(lower, at, find)
      continue
    }
    TAG.lastIndex = TAG_WITH_HTML.lastIndex = at
    const [whole, slash = '', name = '', written = ''] = TAG.exec(html) ?? TAG_WITH_HTML.exec(html) ?? []
    if (whole === undefined) {
      at += 1
      continue
    }
    const key = name.toLowerCase()
    const end = at + whole.length
    if (html[at - 1] === '[' && html[end] === ']') {
      // Two brackets are how one is written.
      at -= 1
      put(end + 1, whole)
      continue
    }
    const closing = `[/${key}]`
    const closesAt = slash ? -1 : find(closing, end)
    if (slash) {
      if (seen.has(key)) put(end, '')
      else at = end
    } else if (WRITERS.has(key)) {
      const encloses = ENCLOSING.has(key) && closesAt !== -1
      if (NEEDS_CONTENT.has(key) && !encloses && written.trim() === '') {
        at = end
        continue
      }
      const content = encloses ? html.slice(end, closesAt) : ''
      const isTooMuch = writtenLength > MAX_WRITTEN_LENGTH
      if (isTooMuch) options.report('shortcode', `[${name}]`, 'left-out')
      const replaced = isTooMuch ? '' : (WRITERS.get(key)?.(readAttributes(written), content, options) ?? '')
      writtenLength += replaced.length
      put(encloses ? closesAt + closing.length : end, replaced)
    } else if (closesAt !== -1 || /[=_-]/.test(key + written)) {
      options.report('shortcode', `[${name}]`, closesAt === -1 ? 'left-out' : 'text')
      seen.add(key)
      put(end, '')
    } else at = end
  }
  parts.push(html.slice(start))
  return parts.join('')
}

/** Looks for texts, and remembers which do not come anymore, so that a million openings do not each read to the end. */
function createFinder(text: string) {
  const known = new Map<string, number>()
  return (what: string, from: number): number => {
    const last = known.get(what)
    if (last !== undefined && (last === -1 || last >= from)) return last
    const found = text.indexOf(what, from)
    known.set(what, found)
    return found
  }
}

/** The end of a tag, a comment or a piece of code that begins here. */
function skipTag(lower: string, at: number, find: (what: string, from: number) => number): number {
  const ends: [string, string][] = [
    ['<!--', '-->'],
    ['<pre', '</pre>'],
    ['<code', '</code>'],
    ['<script', '</script>'],
    ['<style', '</style>'],
    ['<', '>'],
  ]
  for (const [begins, ends_] of ends) {
    if (!lower.startsWith(begins, at)) continue
    const found = find(ends_, at)
    if (found !== -1) return found + ends_.length
  }
  return at + 1
}

function readAttributes(written: string): Attributes {
  const attributes = new Map<string, string>()
  let position = 0
  for (const [, name, double, single, curly, bare, quoted, word] of written
    .replaceAll('\u00a0', ' ')
    .matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? curly ?? bare ?? quoted ?? word ?? ''
    attributes.set(name?.toLowerCase() ?? String(position++), value)
  }
  return attributes
}

type Writer = (attributes: Attributes, content: string, options: ShortcodeOptions) => string

const address = (attributes: Attributes) =>
  MEDIA.map((name) => attributes.get(name)).find(Boolean) ?? attributes.get('0') ?? ''

const media =
  (tag: string): Writer =>
  (attributes, content) =>
    `<${tag} src="${escapeHtml(address(attributes) || content.trim())}"></${tag}>`

const caption: Writer = (attributes, content) => {
  const at = content.indexOf('<img')
  const isLinked = /<a\s/i.test(content.slice(0, Math.max(0, at)))
  const mark = isLinked ? '</a>' : '>'
  const end = content.indexOf(mark, Math.max(0, at))
  const image = end === -1 ? content.length : end + mark.length
  const text = attributes.get('caption') ?? content.slice(image)
  return `<figure>${content.slice(0, image)}<figcaption>${text}</figcaption></figure>`
}

const code: Writer = (attributes, content) => {
  const language = attributes.get('lang') ?? attributes.get('language') ?? ''
  return `<pre class="language-${escapeHtml(language)}">${content}</pre>`
}

const gallery: Writer = (attributes, _content, { findAttachment, own, report }) => {
  const ids = attributes.get('ids') ?? attributes.get('include')
  const images = (ids ? ids.split(',') : own()).flatMap((id) => {
    const found = findAttachment(id.trim())
    if (!found) report('picture', `attachment ${id.trim()}`, 'left-out')
    return found ? [figureOf(found)] : []
  })
  return `<figure class="wp-block-gallery">${images.join('')}</figure>`
}

function figureOf({ address: src, alt, caption: text }: Attachment): string {
  const below = text ? `<figcaption>${text}</figcaption>` : ''
  return `<figure><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">${below}</figure>`
}

const playlist: Writer = (attributes, _content, { findAttachment, own }) =>
  (attributes.get('ids')?.split(',') ?? own())
    .flatMap((id) => findAttachment(id.trim()) ?? [])
    .map((found) => `<audio src="${escapeHtml(found.address)}"></audio>`)
    .join('')

const frame =
  (prefix: string): Writer =>
  (attributes, content) => {
    const written =
      content.trim() || attributes.get('url') || attributes.get('id') || attributes.get('0') || ''
    const whole = /^(?:https?:)?\/\//.test(written) ? written : `${prefix}${written.replace(/^=/, '')}`
    return `<iframe src="${escapeHtml(whole)}"></iframe>`
  }

const leaveOut =
  (kind: 'form' | 'shortcode', what: string): Writer =>
  (_attributes, _content, { report }) => {
    report(kind, what, 'left-out')
    return ''
  }

const WRITERS = new Map<string, Writer>([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', gallery],
  ['playlist', playlist],
  ['audio', media('audio')],
  ['video', media('video')],
  ['embed', frame('')],
  ['youtube', frame('https://www.youtube.com/watch?v=')],
  ['vimeo', frame('https://vimeo.com/')],
  ['soundcloud', frame('https://soundcloud.com/')],
  ['code', code],
  ['sourcecode', code],
  ['contact-form-7', leaveOut('form', '[contact-form-7]')],
  ['contact-form', leaveOut('form', '[contact-form]')],
  ['gravityform', leaveOut('form', '[gravityform]')],
  ['wpforms', leaveOut('form', '[wpforms]')],
])
