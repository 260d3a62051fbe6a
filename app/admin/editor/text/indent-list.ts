import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import { type LinePrefix, linePrefix } from '#app/admin/editor/text/formatting.ts'

/** A list is changed as a whole, to number it again, so a very long one is left alone. */
const MAX_LINES = 2000

/** Moves the item at the cursor, with what is in it, one level deeper or back. Does nothing outside of lists. */
export function indentListItem(direction: 'deeper' | 'back'): StateCommand {
  return ({ state, dispatch }) => {
    const list = state.readOnly ? null : linesOfList(state)
    if (!list) return false
    const { lines, at } = list
    const move = indentationChange(
      lines.map((line) => line.text),
      { at, direction },
    )
    if (move === 0) return false
    const texts = renumber(indented(lines, { at, move }))
    const changes = lines.flatMap((line, index) => changeLine(line, texts[index] ?? line.text))
    const set = state.changes(changes)
    const range = state.selection.main
    const selection = EditorSelection.range(set.mapPos(range.anchor, 1), set.mapPos(range.head, 1))
    dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input.indent' }))
    return true
  }
}

/** The outermost list around the cursor, and which of its lines is the item; null where the line is no item. */
function linesOfList(state: EditorState): { lines: Line[]; at: number } | null {
  const line = state.doc.lineAt(state.selection.main.head)
  const parsedTo = state.doc.line(Math.min(line.number + MAX_LINES, state.doc.lines)).to
  let node = enclosingNode(state, { from: line.to, to: line.to }, ['BulletList', 'OrderedList'], { parsedTo })
  if (!node || !linePrefix(line.text).marker) return null
  for (let up = node.parent; up; up = up.parent) if (/^(?:Bullet|Ordered)List$/.test(up.name)) node = up
  const [first, last] = [state.doc.lineAt(node.from).number, state.doc.lineAt(node.to).number]
  if (last - first >= MAX_LINES) return null
  const lines = Array.from({ length: last - first + 1 }, (_, n) => state.doc.line(first + n))
  return { lines, at: line.number - first }
}

/** By how many spaces the item moves: to the text of the item before it, or to the marker of the one around it. */
export function indentationChange(
  lines: string[],
  { at, direction }: { at: number; direction: 'deeper' | 'back' },
): number {
  const own = indentOf(linePrefix(lines[at] ?? ''))
  for (const text of lines.slice(0, at).toReversed()) {
    const prefix = linePrefix(text)
    if (!prefix.marker) continue
    const indent = indentOf(prefix)
    if (indent < own && direction === 'back') return indent - own
    if (indent < own) return 0
    if (indent === own && direction === 'deeper') return prefix.marker.length + 1
  }
  return 0
}

const indentOf = ({ quote }: LinePrefix) => quote.length

function indented(lines: Line[], { at, move }: { at: number; move: number }): string[] {
  const own = indentOf(linePrefix(lines[at]?.text ?? ''))
  let inside = true
  return lines.map(({ text }, index) => {
    if (index > at && text.trim() && indentOf(linePrefix(text)) <= own) inside = false
    if (index < at || !inside || !text.trim()) return text
    const end = indentOf(linePrefix(text))
    return move > 0
      ? `${text.slice(0, end)}${' '.repeat(move)}${text.slice(end)}`
      : text.slice(0, end + move) + text.slice(end)
  })
}

/** Gives the items of numbered lists the numbers that follow from the first. */
export function renumber(lines: string[]): string[] {
  const open: { indent: number; next: number; ordered: boolean }[] = []
  return lines.map((text) => {
    const { quote, marker } = linePrefix(text)
    if (!marker) return text
    const indent = quote.length
    while ((open.at(-1)?.indent ?? -1) > indent) open.pop()
    const ordered = /\d/.test(marker)
    let level = open.at(-1)
    if (level?.indent !== indent || level.ordered !== ordered) {
      if (level?.indent === indent) open.pop()
      level = { indent, next: open.length === 0 ? Number.parseInt(marker, 10) || 0 : 1, ordered }
      open.push(level)
    }
    if (!ordered) return text
    return `${quote}${level.next++}${marker.slice(-1)}${text.slice(indent + marker.length)}`
  })
}

function changeLine(line: Line, text: string) {
  if (text === line.text) return []
  let start = 0
  while (start < text.length && text[start] === line.text[start]) start++
  let end = 0
  while (end < Math.min(text.length, line.length) - start && text.at(-1 - end) === line.text.at(-1 - end))
    end++
  return [{ from: line.from + start, to: line.to - end, insert: text.slice(start, text.length - end) }]
}
