import type { MarkdownIt } from 'markdown-it'

/** How many lines may continue a quote without its marker. */
const LINES = 30

/**
 * Before it reads a quote, markdown-it looks for every line that could belong to it, possibly to the end of the text, and
 * again for the next quote. This ends a quote after that many lines without `>`.
 */
export function limitQuotes(md: MarkdownIt): void {
  let lines = 0
  md.block.ruler.before(
    'blockquote',
    'limit_quotes',
    (state, _start, _end, silent) => {
      // In silent mode a rule only says whether a line ends the open block; otherwise a block, perhaps a quote, begins here.
      if (!silent) lines = 0
      return silent && state.parentType === 'blockquote' && ++lines > LINES
    },
    { alt: ['blockquote'] },
  )
}
