import Markdown, { type MarkdownIt } from 'markdown-it'

/** A quote is one level, a list with its item two. */
const DEPTH = 30

/**
 * What stands in more quotes and lists than anybody means is text. Each level is looked through once more, and
 * markdown-it by itself would drop what is too deep, and with it the rest of the article.
 */
export function limitDepth(md: MarkdownIt): void {
  md.set({ maxNesting: DEPTH + 2 })
  const containers = md.block.tokenize.bind(md.block)
  const leaves = new Markdown.ParserBlock()
  leaves.ruler.disable(['blockquote', 'list'])
  md.block.tokenize = (state, start, end) =>
    state.level < DEPTH ? containers(state, start, end) : leaves.tokenize(state, start, end)
}
