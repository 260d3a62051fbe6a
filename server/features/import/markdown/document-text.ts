import { replaceImages } from '#core/markdown/source/replace-addresses.ts'
import { type HtmlOptions, htmlToMarkdown } from '#server/features/import/html/html-to-markdown.ts'
import { hasHtml, markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import { outsideOfCode, replaceTags } from '#server/features/import/markdown/template-tags.ts'

export interface TextOptions {
  report: HtmlOptions['report']
  isMdx: boolean
  findNote: (name: string) => string | null
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
  { report, isMdx, findNote, placePicture, resolve }: TextOptions,
): string {
  const source = isMdx ? withoutModules(body, report) : body
  const marked = outsideOfCode(replaceTags(source, { report, findNote }), (text) =>
    text.replace(/==(?=\S)([^=\n]+?)==/g, '$1'),
  )
  const named = withCallouts(marked)
  const markdown = hasHtml(named) ? htmlToMarkdown(markdownToHtml(named), { report, resolve }) : named
  return replaceImages(markdown, placePicture).trim()
}

const MODULE =
  /^(?:import\s.+from\s+['"].+['"];?|import\s+['"].+['"];?|export\s+(?:const|default|function)\s.*)$/

/** Components take what they import from the site, which is not here. */
function withoutModules(body: string, report: HtmlOptions['report']): string {
  const components = new Set<string>()
  const text = outsideOfCode(body, (text) => {
    for (const [, name = ''] of text.matchAll(/<([A-Z][\w.]{0,60})/g)) components.add(name)
    return MODULE.test(text.trim()) ? '' : text
  })
  for (const name of [...components].slice(0, 50)) report('block', `<${name}>`, 'text')
  return text
}

/** `> [!note] Title`, as Obsidian and GitHub have it. */
function withCallouts(markdown: string): string {
  return outsideOfCode(markdown, (text) =>
    text.replace(
      /^((?:>[ \t]*)+)\[!(\w{1,30})\][+-]?[ \t]*(.*)$/,
      (_, quote: string, kind: string, title: string) =>
        `${quote}**${title || kind[0]?.toUpperCase() + kind.slice(1).toLowerCase()}**  `,
    ),
  )
}
