import Markdown, { type MarkdownIt, type Token } from 'markdown-it'
import { dropHtml } from '#core/markdown/drop-html.ts'
import { mailAddresses } from '#core/markdown/github/mail-addresses.ts'
import { strikethrough } from '#core/markdown/github/strikethrough.ts'
import { taskLists } from '#core/markdown/github/task-lists.ts'
import { webAddresses } from '#core/markdown/github/web-addresses.ts'
import { limitDepth } from '#core/markdown/limit-depth.ts'
import { limitQuotes } from '#core/markdown/limit-quotes.ts'
import { renderTokens } from '#core/markdown/render-tokens.ts'
import { safeUrls } from '#core/markdown/safe-urls.ts'
import { showPictures } from '#core/markdown/show-pictures.ts'

const parser = createParser()

/** Renders CommonMark and GFM as safe HTML. The caller may adapt the tokens before they are written. */
export function safeHtml(markdown: string, adapt: (tokens: Token[]) => void): string {
  const env = {}
  const tokens = parser.parse(markdown, env)
  adapt(tokens.flatMap((token) => [token, ...(token.children ?? [])]))
  return parser.renderer.render(tokens, parser.options, env).replace(/\n$/, '')
}

/** CommonMark and GFM, in bounded time and without unsafe addresses. */
export function createParser(): MarkdownIt {
  return new Markdown()
    .use(dropHtml)
    .use(limitDepth)
    .use(limitQuotes)
    .use(webAddresses)
    .use(mailAddresses)
    .use(strikethrough)
    .use(taskLists)
    .use(safeUrls)
    .use(renderTokens)
    .use(showPictures)
}
