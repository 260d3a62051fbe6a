import Markdown, { type MarkdownIt, type Token } from 'markdown-it'
import { showCode } from '#core/markdown/code/show-code.ts'
import { dropHtml } from '#core/markdown/drop-html.ts'
import { mailAddresses } from '#core/markdown/github/mail-addresses.ts'
import { strikethrough } from '#core/markdown/github/strikethrough.ts'
import { taskLists } from '#core/markdown/github/task-lists.ts'
import { webAddresses } from '#core/markdown/github/web-addresses.ts'
import { showHeadings } from '#core/markdown/headings.ts'
import { limitDepth } from '#core/markdown/limit-depth.ts'
import { limitQuotes } from '#core/markdown/limit-quotes.ts'
import { limitWork } from '#core/markdown/limit-work.ts'
import { markDirection } from '#core/markdown/mark-direction.ts'
import { renderTokens } from '#core/markdown/render-tokens.ts'
import { safeUrls } from '#core/markdown/safe-urls.ts'
import { showPictures } from '#core/markdown/show-pictures.ts'

const parser = createParser()

/** Renders CommonMark and GFM as safe HTML. The caller may adapt the tokens before they are written. */
export function safeHtml(markdown: string, adapt: (tokens: Token[]) => void): string {
  const { tokens, write } = parse(markdown, adapt)
  return write(tokens).replace(/\n$/, '')
}

/** A paragraph, a heading, a list or another block that is in no other. */
export interface HtmlBlock {
  html: string
  /** The line of the Markdown in which it begins; the first is 0. */
  line: number
}

/** The same HTML as `safeHtml`, but for the line break at its end, with the lines that it comes from. */
export function safeBlocks(markdown: string, adapt: (tokens: Token[]) => void): HtmlBlock[] {
  const { tokens, write } = parse(markdown, adapt)
  const blocks: HtmlBlock[] = []
  let depth = 0
  let start = 0
  for (const [index, token] of tokens.entries()) {
    depth += token.nesting
    if (depth > 0) continue
    blocks.push({ html: write(tokens.slice(start, index + 1)), line: tokens[start]?.map?.[0] ?? 0 })
    start = index + 1
  }
  return blocks
}

function parse(markdown: string, adapt: (tokens: Token[]) => void) {
  const env = {}
  const tokens = parser.parse(markdown, env)
  markDirection(tokens)
  adapt(tokens.flatMap((token) => [token, ...(token.children ?? [])]))
  return { tokens, write: (part: Token[]) => parser.renderer.render(part, parser.options, env) }
}

/** CommonMark and GFM, in bounded time and without unsafe addresses. */
export function createParser(): MarkdownIt {
  return new Markdown()
    .use(dropHtml)
    .use(limitDepth)
    .use(limitQuotes)
    .use(limitWork)
    .use(webAddresses)
    .use(mailAddresses)
    .use(strikethrough)
    .use(taskLists)
    .use(safeUrls)
    .use(renderTokens)
    .use(showPictures)
    .use(showCode)
    .use(showHeadings)
}
