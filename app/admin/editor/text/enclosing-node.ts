import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

/** How long a command may wait for the end of a long text to be parsed. */
const PARSE_MS = 100

/**
 * The innermost node with one of these names that contains the range, or null. What is parsed only to the end of the range may end
 * there; with `parsedTo` nodes are whole as far as that.
 */
export function enclosingNode(
  state: EditorState,
  { from, to }: { from: number; to: number },
  names: readonly string[],
  { parsedTo = to } = {},
): SyntaxNode | null {
  const tree = ensureSyntaxTree(state, parsedTo, PARSE_MS) ?? syntaxTree(state)
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = tree.resolveInner(from, side)
    while (node && !(names.includes(node.name) && node.from <= from && node.to >= to)) node = node.parent
    if (node) return node
  }
  return null
}
