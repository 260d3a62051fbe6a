import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { replaceImages } from '#core/markdown/source/replace-addresses.ts'
import {
  type FindNote,
  LIQUID,
  readTagAttributes,
  SHORTCODES,
  type TagAttributes,
} from '#server/features/import/markdown/known-tags.ts'
import { hasHtml, markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import { escapeHtml, htmlToMarkdown } from '#server/platform/documents/html/read-html.ts'

interface TextOptions {
  report: HtmlOptions['report']
  /** `html`: nothing of it is Markdown. */
  kind: 'markdown' | 'mdx' | 'html'
  /** True if its generator reads Liquid before anything else. */
  hasLiquid: boolean
  findNote: FindNote
  /** The address of a picture in the text of an article; null keeps it. */
  placePicture: (address: string) => string | null
  /** The address from the root of the source that one in HTML means. */
  resolve: (address: string) => string
}

/**
 * The text of a document in the Markdown of this site. What is plain Markdown stays as it was written; a text with HTML, which readers
 * would not see, is written anew.
 */
export function documentText(
  body: string,
  { report, kind, hasLiquid, findNote, placePicture, resolve }: TextOptions,
): string {
  const replace = (text: string) => replaceTags(text, { report, findNote })
  const replaceAll = (text: string) => (hasLiquid ? outsideOfRaw(text, replace) : replace(text))
  if (kind === 'html')
    return replaceImages(
      htmlToMarkdown(replaceAll(withHtmlCode(body)), { report, resolve }),
      placePicture,
    ).trim()
  const source = kind === 'mdx' ? withoutModules(body, report) : body
  const named = withoutExtensions(
    withCallouts(withDefinitions(replaceAll(source.replace(BLOCKS, '')))),
    report,
  )
  const markdown = hasHtml(named) ? htmlToMarkdown(markdownToHtml(named), { report, resolve }) : named
  return replaceImages(markdown, placePicture).trim()
}

/** Code of Liquid in HTML. */
const withHtmlCode = (html: string) =>
  replaceSections(html, 'highlight', (code, attributes) => {
    const [language = ''] = /[\w+#.-]{1,20}/.exec(attributes) ?? []
    return `<pre><code class="language-${language}">${escapeHtml(code.replace(/^\n/, ''))}</code></pre>`
  })

/** Of a line that may be a module's. */
const MAX_MODULE_LENGTH = 1_000
const MODULE =
  /^(?:import\s.+from\s+['"].+['"];?|import\s+['"].+['"];?|export\s+(?:const|default|function)\s.*)$/

/** A tag of a component, with what JavaScript gives it. */
const COMPONENT = /<([A-Z][\w.]{0,60})(?:[^<>{}\n]|\{[^{}\n]{0,500}\}){0,300}>/g
const withoutFields = (tag: string, name: string) => (tag.endsWith('/>') ? '' : `<${name}>`)

/** Components take what they import from the site, which is not here. */
function withoutModules(body: string, report: HtmlOptions['report']): string {
  return outsideOfCode(body, (text) => {
    for (const [, name = ''] of text.matchAll(/<([A-Z][\w.]{0,60})/g)) report('block', `<${name}>`, 'text')
    return text.length <= MAX_MODULE_LENGTH && MODULE.test(text.trim())
      ? ''
      : text.replace(/\{\/\*[^{}\n]{0,1000}\*\/\}/g, '').replace(COMPONENT, withoutFields)
  })
}

/** A list of contents of kramdown, and a comment of Obsidian over several lines. */
const BLOCKS =
  /^[ \t]*(?:[*+-]|1\.) .{0,100}\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$|^%%[ \t]*\n[\s\S]*?\n%%[ \t]*$/gm
/** The name that another link calls a heading or, in Obsidian, a block. */
const IDS =
  /^(#{1,6} .*[^ \t])[ \t]+\{#[^{}\n]{1,200}\}[ \t]*$|(?:^|[ \t])\^(?=[\w-]*[a-z]|\d{6}[ \t]*$)[a-z\d][\w-]{0,100}[ \t]*$/i

/** `:::note[Title]`, as Starlight and Docusaurus have it. */
const ASIDE = /^:::+[ \t]*(\w{1,30})[ \t]*(?:\[(.{0,200})\]|(.{0,200}))[ \t]*$/
const inWords = (kind: string) => kind[0]?.toUpperCase() + kind.slice(1).toLowerCase()

/** Removes what other programs add to Markdown, where this site's renderer would show the signs. */
function withoutExtensions(markdown: string, report: HtmlOptions['report']): string {
  const notes: string[] = []
  let hasAbbreviations = false
  const unnamed = linesOf(markdown)
    .map(({ line, isCode }) => (isCode ? line : line.replace(IDS, '$1')))
    .join('\n')
  const text = outsideOfCode(unnamed, (line) => {
    if (/^\*\[[^\]\n]{1,100}\]:/.test(line)) {
      hasAbbreviations = true
      return ''
    }
    return line
      .replace(/==(?=\S)([^=\n]+?)==/g, '$1')
      .replace(/\^\[([^[\]\n]{1,1000})\]/g, (_, note: string) => `[^inline-${notes.push(note)}]`)
      .replace(
        ASIDE,
        (_, kind: string, title?: string, other?: string) => `**${title || other || inWords(kind)}**\n`,
      )
      .replace(/^:::+[ \t]*$/, '')
  })
  if (hasAbbreviations) report('format', 'abbreviations', 'left-out')
  return [text, ...notes.map((note, index) => `[^inline-${index + 1}]: ${note}`)].join('\n\n')
}

const DEFINITION = /^( {0,3}:[ \t]{1,3})(\S.*)$/
/** The lines that are not terms: blocks of other kinds, and lines that are indented. */
const NO_TERM = /^(?:[ \t]|#{1,6} |>|[-+*][ \t]|\d{1,9}[.)][ \t]|\||<|:|---|===)/

/** Lists of definitions, as kramdown, Hugo and PHP Markdown Extra have them: the term in bold, and its text. */
function withDefinitions(markdown: string): string {
  if (!/^ {0,3}:[ \t]/m.test(markdown)) return markdown
  const written: string[] = []
  /** The place where the terms of the list that is read may begin, and how far its text is indented; null outside of one. */
  let indent: number | null = null
  for (const { line, isCode } of linesOf(markdown)) {
    const [, mark = '', text = ''] = (!isCode && DEFINITION.exec(line)) || []
    if (mark && (indent !== null || makeTerms(written))) {
      if (written.at(-1) !== '') written.push('')
      written.push(text)
      indent = mark.length
    } else if (indent !== null && line.trim() !== '' && /^[ \t]/.test(line)) {
      const own = /^(?:\t| {0,4})/.exec(line)?.[0].length ?? 0
      written.push(line.slice(line.startsWith('\t') ? 1 : Math.min(own, Math.max(indent, 2))))
    } else {
      // Words that follow without a blank line belong to the text above.
      if (indent !== null && line.trim() !== '' && written.at(-1) === '') indent = null
      written.push(line)
    }
  }
  return written.join('\n')
}

/** Makes the lines before a definition bold, with at most one blank line in between; false if they are no terms. */
function makeTerms(written: string[]): boolean {
  const end = written.at(-1)?.trim() === '' ? written.length - 1 : written.length
  let start = end
  while (start > 0 && written[start - 1]?.trim() && !NO_TERM.test(written[start - 1] ?? '')) start--
  if (start === end || /^(?!#{1,6} ).*\S/.test(written[start - 1] ?? '')) return false
  const terms = written.slice(start, end).map((term) => (/\*\*|__/.test(term) ? term : `**${term.trim()}**`))
  written.splice(
    start,
    written.length - start,
    ...terms.map((term, n) => (n < terms.length - 1 ? `${term}\\` : term)),
  )
  return true
}

/** `> [!note] Title`, as Obsidian and GitHub have it. */
function withCallouts(markdown: string): string {
  return outsideOfCode(markdown, (text) =>
    text.replace(
      /^((?:>[ \t]*)+)\[!(\w{1,30})\][+-]?[ \t]*(.*)$/,
      (_, quote: string, kind: string, title: string) => `${quote}**${title || inWords(kind)}**  `,
    ),
  )
}

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
function outsideOfRaw(text: string, change: (text: string) => string): string {
  const hide = (inner: string) => inner.replace(SIGN, (sign) => SIGNS.get(sign) ?? sign)
  const hidden = replaceSections(replaceSections(text, 'raw', hide), 'verbatim', hide)
  return change(hidden).replace(/[\ufdd0-\ufdd7]/g, (sign) => HIDDEN.get(sign) ?? sign)
}

/** Replaces what is between the two tags of a name, with the tags. A tag without its end is none. */
function replaceSections(
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
function replaceTags(markdown: string, { report, findNote }: TagOptions): string {
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
function outsideOfCode(markdown: string, change: (text: string) => string): string {
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
function linesOf(markdown: string): { line: string; isCode: boolean }[] {
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
