import type { Token } from 'markdown-it'
import { readImageTitle } from '#core/markdown/image-title.ts'
import { createParser } from '#core/markdown/safe-html.ts'

/**
 * HTML stays as it is written, because the sanitiser of mails follows. What a mail has no element for stays as text, and so do definitions,
 * which would be lost with the Markdown.
 */
const parser = createParser().disable([
  ...['drop_html', 'task_lists', 'footnote_definition', 'footnote_reference', 'reference'],
])
const { rules } = parser.renderer
const { escapeHtml } = parser.utils
const NAMES = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['del', 's'],
])

rules.html_block = rules.html_inline = (tokens, index) => tokens[index]?.content ?? ''
rules.fence = rules.code_block = (tokens, index) =>
  // Parsers drop the first line break.
  `<pre>\n${escapeHtml((tokens[index]?.content ?? '').replace(/\n$/, ''))}</pre>\n`
rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const alt = renderer.renderInlineAsText(token?.children ?? [], options, env)
  const { caption, credit } = readImageTitle(String(token?.attrGet('title') ?? ''))
  const words = [caption, credit].filter(Boolean).join(' · ')
  const picture = `<img src="${escapeHtml(String(token?.attrGet('src') ?? ''))}" alt="${escapeHtml(alt)}">`
  return words ? `${picture}<br><small>${escapeHtml(words)}</small>` : picture
}

/** Renders the Markdown of a newsletter's content as HTML of which mails keep everything but tables, whose cells become lines. */
export function renderContent(markdown: string): string {
  const env = {}
  const tokens = parser.parse(markdown, env)
  for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
    token.tag = NAMES.get(token.tag) ?? token.tag
    if (token.type === 'link_open') token.attrs = token.attrs?.filter(([name]) => name === 'href') ?? null
  }
  unwrapItems(tokens)
  return parser.renderer.render(tokens, parser.options, env).trimEnd()
}

/** Takes the only paragraph of an item out of its element, because mail programs would add a margin. */
function unwrapItems(tokens: readonly Token[]): void {
  const open: Token[][] = []
  for (const token of tokens) {
    if (token.type === 'paragraph_open' || token.type === 'paragraph_close') open.at(-1)?.push(token)
    else if (token.nesting === 1) open.push([])
    else if (token.nesting === -1) {
      const paragraphs = open.pop() ?? []
      if (token.type === 'list_item_close' && paragraphs.length === 2)
        for (const paragraph of paragraphs) paragraph.hidden = true
    }
  }
}
