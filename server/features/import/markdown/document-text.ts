import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { replaceImages } from '#core/markdown/source/replace-addresses.ts'
import type { FindNote } from '#server/features/import/markdown/known-tags.ts'
import { hasHtml, markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import {
  linesOf,
  outsideOfCode,
  outsideOfRaw,
  replaceSections,
  replaceTags,
} from '#server/features/import/markdown/template-tags.ts'
import { htmlToMarkdown } from '#server/platform/documents/html/html-to-markdown.ts'
import { escapeHtml } from '#server/platform/documents/html/html-to-text.ts'

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
