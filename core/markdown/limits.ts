import Markdown, { type MarkdownIt } from 'markdown-it'

/** The most tokens of blocks, such as headings and rows: a megabyte of prose has 15,000, one of nothing but headings 750,000. */
const BLOCK_TOKENS = 100_000
/** The most places at which emphasis, a link or another element may begin. A megabyte of prose has some 50,000. */
const PLACES = 200_000

/**
 * Bounds the time of a text, which is otherwise proportional to its length, but a hundred times as long for a megabyte of markers as for
 * one of words, and blocks other requests. The text after the limit is shown as it is written.
 */
export function limitWork(md: MarkdownIt): void {
  const places = new WeakMap<object, { count: number }>()

  md.block.ruler.before(
    'table',
    'limit_work',
    (state, start, end, silent) => {
      if (state.tokens.length < BLOCK_TOKENS) return false
      // In silent mode a rule only says whether a line ends the open block: a row or an item is not a block of its own.
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

  // The rule is also called when the end of a link's text is looked for, at most once for each place.
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

/** A quote counts as one level, a list with its item as two. */
const DEPTH = 30

/**
 * Reads quotes and lists only to a depth that a person would write; markers below it are text. Each level is scanned once
 * more, and at its own limit markdown-it would drop the deeper blocks and the rest of the article.
 */
export function limitDepth(md: MarkdownIt): void {
  md.set({ maxNesting: DEPTH + 2 })
  const containers = md.block.tokenize.bind(md.block)
  const leaves = new Markdown.ParserBlock()
  leaves.ruler.disable(['blockquote', 'list'])
  md.block.tokenize = (state, start, end) =>
    state.level < DEPTH ? containers(state, start, end) : leaves.tokenize(state, start, end)
}

/** The most lines that may continue a quote without its marker. */
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
