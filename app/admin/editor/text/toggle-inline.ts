import { EditorSelection, type EditorState, type SelectionRange, type StateCommand } from '@codemirror/state'
import { enclosingNode } from '#app/admin/editor/text/enclosing-node.ts'
import { linePrefix } from '#app/admin/editor/text/toggle-lines.ts'

interface InlineFormat {
  /** The node of the parser. */
  node: string
  marker: string
}

export const BOLD: InlineFormat = { node: 'StrongEmphasis', marker: '**' }
export const ITALIC: InlineFormat = { node: 'Emphasis', marker: '*' }
export const STRIKETHROUGH: InlineFormat = { node: 'Strikethrough', marker: '~~' }

/** Formats the selected text or the word at the cursor, or removes the format. */
export function toggleInline({ node, marker }: InlineFormat): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const transaction = state.changeByRange((range) => {
      const formatted = enclosingNode(state, range, [node])
      if (formatted) return unwrap(range, formatted)
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
      if (from === to) {
        const cursor = EditorSelection.cursor(from + marker.length)
        return { changes: { from, insert: marker + marker }, range: cursor }
      }
      return wrap(state, range, { from, to, marker })
    })
    dispatch(state.update(transaction, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }
}

function unwrap(range: SelectionRange, node: NonNullable<ReturnType<typeof enclosingNode>>) {
  const { firstChild, lastChild } = node
  if (!firstChild || !lastChild || firstChild.from === lastChild.from) return { range }
  const opening = firstChild.to - firstChild.from
  const move = (at: number) => Math.min(Math.max(at, firstChild.to), lastChild.from) - opening
  return {
    changes: [firstChild, lastChild].map(({ from, to }) => ({ from, to })),
    range: EditorSelection.range(move(range.anchor), move(range.head)),
  }
}

/** Emphasis cannot reach over the end of a block, so each line gets marks of its own, without the spaces at its ends. */
function wrap(
  state: EditorState,
  range: SelectionRange,
  { from, to, marker }: { from: number; to: number; marker: string },
) {
  const changes: { from: number; insert: string }[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    const start = Math.max(from, line.from + linePrefix(line.text).length)
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)))
    if (text.trim()) {
      changes.push(
        { from: start + text.length - text.trimStart().length, insert: marker },
        { from: start + text.trimEnd().length, insert: marker },
      )
    }
    at = line.to + 1
  }
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return { range }
  if (range.empty) return { changes, range: EditorSelection.cursor(range.head + marker.length) }
  // The text stays selected, without the marks around it.
  const end = last.from + marker.length * (changes.length - 1)
  return { changes, range: EditorSelection.range(first.from + marker.length, end) }
}
