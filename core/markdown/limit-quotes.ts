import type { MarkdownIt } from 'markdown-it'

/** How many lines may go on with a quote without its sign. */
const LINES = 30

/**
 * Before it reads a quote, markdown-it marks every line that could belong to it, to the end of the text if need be,
 * and does so again for the next one. Lines without the sign that come after so many of them are no part of the quote.
 */
export function limitQuotes(md: MarkdownIt): void {
  let lines = 0
  md.block.ruler.before(
    'blockquote',
    'limit_quotes',
    (state, _start, _end, silent) => {
      // Silent asks whether a line ends what is open; else a block begins here, perhaps a quote.
      if (!silent) lines = 0
      return silent && state.parentType === 'blockquote' && ++lines > LINES
    },
    { alt: ['blockquote'] },
  )
}
