import type { HtmlOptions } from '#core/from-html/html-events.ts'
import {
  type FindNote,
  LIQUID,
  readTagAttributes,
  SHORTCODES,
  type TagAttributes,
} from '#server/features/import/markdown/known-tags.ts'

interface TagOptions {
  report: HtmlOptions['report']
  findNote: FindNote
}

/** Signs of templates, and characters that no text has. */
const SIGNS = new Map(
  ['{{', '}}', '{%', '%}', '[[', ']]', '%%', '{:'].map((sign, n) => [sign, String.fromCharCode(0xfdd0 + n)]),
)
const HIDDEN = new Map([...SIGNS].map(([sign, hidden]) => [hidden, sign]))
const SIGN = /\{\{|\}\}|\{%|%\}|\[\[|\]\]|%%|\{:/g
const SECTION = /\{%-?[ \t]*(end)?(raw|verbatim|highlight)\b([^%\n]{0,100})%\}/g

/** Changes a text as Liquid would: what is between `raw` and `endraw` is text, also in code, and the tags are gone. */
export function outsideOfRaw(text: string, change: (text: string) => string): string {
  const hide = (inner: string) => inner.replace(SIGN, (sign) => SIGNS.get(sign) ?? sign)
  const hidden = replaceSections(replaceSections(text, 'raw', hide), 'verbatim', hide)
  return change(hidden).replace(/[\ufdd0-\ufdd7]/g, (sign) => HIDDEN.get(sign) ?? sign)
}

/** Replaces what is between the two tags of a name, with the tags. A tag without its end is none. */
export function replaceSections(
  text: string,
  name: 'raw' | 'verbatim' | 'highlight',
  replace: (inner: string, attributes: string) => string,
): string {
  const parts: string[] = []
  let begin: RegExpExecArray | null = null
  let at = 0
  for (const tag of text.matchAll(SECTION)) {
    const [whole, isEnd, tagName] = tag
    if (tagName !== name || Boolean(isEnd) !== Boolean(begin)) continue
    if (begin) {
      const inner = text.slice(begin.index + begin[0].length, tag.index)
      parts.push(text.slice(at, begin.index), replace(inner, begin[3] ?? ''))
      at = tag.index + whole.length
    }
    begin = begin ? null : tag
  }
  return parts.join('') + text.slice(at)
}

/** Tags of Hugo and Liquid, and links of Obsidian. What is longer is text. */
const TAGS =
  /\{\{([<%])[ \t]*(\/?)[ \t]*(\w[\w./-]{0,59})([^{}\n]{0,20000}?)[%>]\}\}|\{%-?[ \t]*(\w{1,40})([^{}\n]{0,20000}?)-?%\}|\{\{-?([^{}\n]{0,2000}?)-?\}\}|(!?)\[\[([^[\]\n]{1,300})\]\]|%%[^%\n]{0,1000}%%|\{:[^{}\n]{0,300}\}/g

/** Replaces what site generators and note programs add to Markdown, outside of code. */
export function replaceTags(markdown: string, { report, findNote }: TagOptions): string {
  if (!/\{\{|\{%|\[\[|%%|\{:|^(?:import|export) /m.test(markdown)) return markdown
  const lose = (what: string) => report('shortcode', what, 'left-out')
  const replaceIn = (text: string) =>
    text.replace(TAGS, (whole, kind, slash, name, attributes, liquid, rest, output, bang, note) => {
      if (kind)
        return slash
          ? closing(name, '')
          : tag(SHORTCODES, name, readTagAttributes(attributes), { lose, findNote })
      if (liquid)
        return liquid.startsWith('end')
          ? closing(liquid.slice(3), '')
          : tag(LIQUID, liquid, readTagAttributes(rest), { lose, findNote })
      if (output !== undefined) return outputOf(output, lose)
      if (note) return noteLink(note, bang === '!', { report, findNote })
      return whole.startsWith('{:') && !/^\{:\s*[.#\w]/.test(whole) ? whole : ''
    })
  return outsideOfCode(joinTags(withoutComments(markdown)), replaceIn).replace(
    /\{\{([<%])\/\*(.{0,1000}?)\*\/([>%])\}\}/g,
    '{{$1$2$3}}',
  )
}

const OVER_LINES = /\{(?:\{[<%]|%)[^{}]{1,20000}?(?:[<%>]\}\}|%\})|\{\{[^{}]{1,2000}?\}\}/g

/** Tags that their authors wrote over several lines, on one. */
function joinTags(markdown: string): string {
  const parts: { text: string; isCode: boolean }[] = []
  for (const { line, isCode } of linesOf(markdown)) {
    const last = parts.at(-1)
    if (last && !last.isCode && !isCode) last.text += `\n${line}`
    else parts.push({ text: line, isCode })
  }
  return parts
    .map(({ text, isCode }) =>
      isCode ? text : text.replace(OVER_LINES, (tag) => tag.replace(/\s*\n\s*/g, ' ')),
    )
    .join('\n')
}

const COMMENTS: [begin: RegExp, end: RegExp][] = [
  [/\{\{[<%][ \t]*comment[ \t]*[%>]\}\}/g, /\{\{[<%][ \t]*\/[ \t]*comment[ \t]*[%>]\}\}/g],
  [/\{%-?[ \t]*comment[ \t]*-?%\}/g, /\{%-?[ \t]*endcomment[ \t]*-?%\}/g],
  [/\{::comment\}/g, /\{:\/(?:comment)?\}/g],
]

/** Removes what its author has hidden. A comment without an end is none. */
function withoutComments(markdown: string): string {
  let text = markdown
  for (const [begin, end] of COMMENTS) {
    const parts: string[] = []
    let at = 0
    for (;;) {
      begin.lastIndex = at
      const found = begin.exec(text)
      end.lastIndex = begin.lastIndex
      if (!found || !end.exec(text)) break
      parts.push(text.slice(at, found.index))
      at = end.lastIndex
    }
    text = parts.join('') + text.slice(at)
  }
  return text
}

function tag(
  known: typeof SHORTCODES,
  name: string,
  attributes: TagAttributes,
  { lose, findNote }: { lose: (what: string) => void; findNote: FindNote },
): string {
  const written = known.get(name)?.(attributes, findNote) ?? null
  if (written === null) lose([name, ...(name === 'include' ? [attributes.get('0') ?? ''] : [])].join(' '))
  return written ?? ''
}

/** A closing tag; code that it ends needs its fence. */
const closing = (name: string, otherwise: string) =>
  /^(?:highlight|codeblock)$/.test(name) ? '```\n' : otherwise

/** The form in which Hugo writes a shortcode that is none. */
const ESCAPED = /^([<%])\/\*(.*)\*\/([>%])$/

/** Returns what a template writes: the site's own address is left out here. */
function outputOf(expression: string, lose: (what: string) => void): string {
  const [, quoted] =
    /^\s*["']([^"'<>]*)["']\s*(?:\|\s*(?:relative_url|absolute_url|relURL|absURL)\s*)?$/.exec(expression) ??
    []
  if (quoted !== undefined) return quoted
  if (ESCAPED.test(expression)) return `{{${expression}}}`
  if (/^\s*site\.(?:baseurl|url)\s*$|^\/\*/.test(expression)) return ''
  lose(`{{${expression}}}`)
  return ''
}

function noteLink(written: string, isEmbedded: boolean, { report, findNote }: TagOptions): string {
  const [target = '', label = ''] = written.split('|').map((part) => part.trim())
  const [name = ''] = target.split('#')
  const address = name ? findNote(name) : null
  if (isEmbedded && /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(name))
    // The part after the bar is a width, or what the picture shows.
    return `![${/^\d+(?:x\d+)?$/.test(label) ? '' : bracketed(label)}](<${(address ?? name).replace(/[<>\\]/g, '')}>)`
  const text = bracketed(label || target)
  if (isEmbedded) report('embed', target, address ? 'link' : 'text')
  else if (!address) report('link', target, 'text')
  return address ? `[${text}](<${address.replace(/[<>\\]/g, '')}>)` : text
}

const bracketed = (text: string) => text.replace(/[[\]\\]/g, '\\$&')

/** Tags around code, or around text in which no tag is one. */
const CODE_BEGINS = /\{%-?\s*(?:highlight|codeblock|raw)\b|\{\{[<%]\s*highlight\b/
const CODE_ENDS = /\{%-?\s*end(?:highlight|codeblock|raw)\b|\{\{[<%]\s*\/\s*highlight\b/

/** Applies a change to the lines of a text that are no code. */
export function outsideOfCode(markdown: string, change: (text: string) => string): string {
  return linesOf(markdown)
    .map(({ line, isCode }) =>
      isCode
        ? line
        : line
            .split(/(`[^`\n]*`)/)
            .map((part, index) => (index % 2 === 1 ? part : change(part)))
            .join(''),
    )
    .join('\n')
}

/** The lines of a text, and whether they are code in a fence or in a tag. */
export function linesOf(markdown: string): { line: string; isCode: boolean }[] {
  let fence = ''
  let isTemplateCode = false
  return markdown.split('\n').map((line) => {
    if (isTemplateCode && !CODE_ENDS.test(line)) return { line, isCode: true }
    isTemplateCode = !fence && CODE_BEGINS.test(line) && !CODE_ENDS.test(line)
    const [, mark = ''] = /^[ \t>]{0,20}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence) {
      if (mark.startsWith(fence) && line.trim().replace(/^[>\s]*/, '') === mark) fence = ''
      return { line, isCode: true }
    }
    fence = mark
    return { line, isCode: mark !== '' }
  })
}
