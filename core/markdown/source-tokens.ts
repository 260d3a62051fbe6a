import type { Token } from 'markdown-it'
import { createParser } from '#core/markdown/safe-html.ts'

/** Escapes, references to characters and raw HTML stay tokens of their own, so that each token is a piece of its source. */
const parser = createParser().disable(['text_join', 'drop_html'])

/** The tokens of which a page is made, for whoever looks for the places of a text in its source. */
export function sourceTokens(markdown: string): Token[] {
  return parser.parse(markdown, {})
}
