import { replaceImages } from '#core/markdown/source/replace-addresses.ts'
import { escapeHtml } from '#server/features/import/html/escape-html.ts'
import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { htmlToMarkdown } from '#server/features/import/html/html-to-markdown.ts'
import type { FindNote } from '#server/features/import/markdown/known-tags.ts'
import { hasHtml, markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import {
  outsideOfCode,
  outsideOfRaw,
  replaceSections,
  replaceTags,
} from '#server/features/import/markdown/template-tags.ts'

interface TextOptions {
  report: HtmlOptions['report']
  /** `html`: nothing of it is Markdown. */
  kind: 'markdown' | 'mdx' | 'html'
  /** Whether its generator reads Liquid before anything else. */
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
  const named = withoutExtensions(withCallouts(replaceAll(source.replace(BLOCKS, ''))), report)
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
  const components = new Set<string>()
  const text = outsideOfCode(body, (text) => {
    for (const [, name = ''] of text.matchAll(/<([A-Z][\w.]{0,60})/g)) components.add(name)
    return text.length <= MAX_MODULE_LENGTH && MODULE.test(text.trim())
      ? ''
      : text.replace(/\{\/\*[^{}\n]{0,1000}\*\/\}/g, '').replace(COMPONENT, withoutFields)
  })
  for (const name of [...components].slice(0, 50)) report('block', `<${name}>`, 'text')
  return text
}

/** A list of contents of kramdown, and a comment of Obsidian over several lines. */
const BLOCKS =
  /^[ \t]*(?:[*+-]|1\.) .{0,100}\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$|^%%[ \t]*\n[\s\S]*?\n%%[ \t]*$/gm
/** The name that another link calls a heading or, in Obsidian, a block. */
const IDS = /^(#{1,6} .*[^ \t])[ \t]+\{#[^{}\n]{1,200}\}[ \t]*$|[ \t]\^[a-z\d]{6}$/

/** `:::note[Title]`, as Starlight and Docusaurus have it. */
const ASIDE = /^:::+[ \t]*(\w{1,30})[ \t]*(?:\[(.{0,200})\]|(.{0,200}))[ \t]*$/
const inWords = (kind: string) => kind[0]?.toUpperCase() + kind.slice(1).toLowerCase()

/** Without what other programs add to Markdown, where this site's renderer would show the signs. */
function withoutExtensions(markdown: string, report: HtmlOptions['report']): string {
  const notes: string[] = []
  let hasAbbreviations = false
  const text = outsideOfCode(markdown, (line) => {
    if (/^\*\[[^\]\n]{1,100}\]:/.test(line)) {
      hasAbbreviations = true
      return ''
    }
    return line
      .replace(/==(?=\S)([^=\n]+?)==/g, '$1')
      .replace(/\^\[([^[\]\n]{1,1000})\]/g, (_, note: string) => `[^inline-${notes.push(note)}]`)
      .replace(IDS, '$1')
      .replace(
        ASIDE,
        (_, kind: string, title?: string, other?: string) => `**${title || other || inWords(kind)}**\n`,
      )
      .replace(/^:::+[ \t]*$/, '')
  })
  if (hasAbbreviations) report('format', 'abbreviations', 'left-out')
  return [text, ...notes.map((note, index) => `[^inline-${index + 1}]: ${note}`)].join('\n\n')
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
