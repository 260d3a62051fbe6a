import Markdown, { type MarkdownIt } from 'markdown-it'

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
