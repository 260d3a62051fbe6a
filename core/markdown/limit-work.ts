import type { MarkdownIt } from 'markdown-it'

/** Headings, paragraphs, rows and so on: a megabyte of prose has 15,000 tokens of blocks, one of nothing but headings 750,000. */
const BLOCK_TOKENS = 100_000
/** Places where emphasis, a link or another element may begin. In a megabyte of prose there are some 50,000. */
const PLACES = 200_000

/**
 * Bounds the time that a text can take, which is otherwise proportional to its length, but a hundred times as long for a megabyte of
 * markers as for one of words, and keeps everybody else waiting. What comes after so many elements is shown as it is written.
 */
export function limitWork(md: MarkdownIt): void {
  const places = new WeakMap<object, { count: number }>()

  md.block.ruler.before(
    'table',
    'limit_work',
    (state, start, end, silent) => {
      if (state.tokens.length < BLOCK_TOKENS) return false
      // In silent mode a rule only says whether a line ends the open block: a row or an item is no block of its own.
      if (silent) return state.parentType === 'table' || state.parentType === 'list'
      const token = state.push('code_block', 'code', 0)
      token.content = state.getLines(start, end, state.blkIndent, true)
      token.map = [start, end]
      state.line = end
      return true
    },
    // A table ends where a quote does.
    { alt: ['blockquote', 'list'] },
  )

  // Also called when the end of a link's text is looked for, at most once for each place.
  md.inline.ruler.before('text', 'limit_work', (state, silent) => {
    const seen = places.get(state.env as object) ?? { count: 0 }
    if (seen.count === 0) places.set(state.env as object, seen)
    seen.count += 1
    if (seen.count < PLACES) return false
    if (!silent) state.pending += state.src.slice(state.pos, state.posMax)
    state.pos = state.posMax
    return true
  })
}
