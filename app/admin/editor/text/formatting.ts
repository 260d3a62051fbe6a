import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type SelectionRange,
  type StateCommand,
  type Transaction,
} from '@codemirror/state'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'

export type ListKind = 'bullet' | 'ordered' | 'task'

/** Makes the selected lines headings of a level; 0 makes them paragraphs. */
export function setHeading(level: number): StateCommand {
  return changeLines((lines) =>
    lines.map((line) => {
      const { quote, marker, space, task, heading, length } = linePrefix(line.text)
      const from = line.from + (marker ? quote + marker + space + task : quote).length
      const insert = level === 0 ? '' : `${'#'.repeat(level)} `
      return { from, to: heading ? line.from + length : from, insert }
    }),
  )
}

/** Makes the selected lines items of a list, or paragraphs again. */
export function toggleList(kind: ListKind): StateCommand {
  return changeLines((lines) => {
    const done = lines.every((line) => listKindOf(line.text) === kind)
    return lines.map((line, index) => {
      const { quote, marker, space, task } = linePrefix(line.text)
      const from = line.from + quote.length
      const to = from + (marker + space + task).length
      return { from, to, insert: done ? '' : markerOf(kind, index + 1) }
    })
  })
}

export function listKindOf(line: string): ListKind | null {
  const { marker, task } = linePrefix(line)
  if (!marker) return null
  if (task) return 'task'
  return /\d/.test(marker) ? 'ordered' : 'bullet'
}

function markerOf(kind: ListKind, number: number): string {
  if (kind === 'ordered') return `${number}. `
  return kind === 'task' ? '- [ ] ' : '- '
}

/** Quotes the selected lines, or takes one level of quotes away. */
export const toggleQuote: StateCommand = changeLines(
  (lines) => {
    const quoted = lines.every((line) => /^\s*>/.test(line.text))
    return lines.map((line) => {
      const length = quoted ? (/^\s*> ?/.exec(line.text)?.[0].length ?? 0) : 0
      return { from: line.from, to: line.from + length, insert: quoted ? '' : '> ' }
    })
  },
  { withBlank: true },
)

/** Blank lines between others stay as they are, unless they belong to what is made of the lines. */
function changeLines(change: (lines: Line[]) => ChangeSpec[], { withBlank = false } = {}): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const all = selectedLines(state)
    const filled = all.filter((line) => line.text.trim() !== '')
    const lines = withBlank || filled.length === 0 ? all : filled
    const changes = state.changes(change(lines))
    // The cursor stays behind what is inserted before it.
    const selection = state.selection.map(changes, 1)
    dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }
}

function selectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main
  const lines: Line[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    // A selection that ends at the beginning of a line does not include that line.
    if (line.from < to || lines.length === 0) lines.push(line)
    at = line.to + 1
  }
  return lines
}

/** The beginning of a line: quotes and indentation, the marker of a list item with its task, the marks of a heading. */
const PREFIX =
  /^(?<quote>(?:[ \t]*>)*[ \t]*)(?:(?<marker>[-*+]|\d{1,9}[.)])(?<space>[ \t]+|$)(?<task>\[[ xX]\](?:[ \t]+|$))?)?(?<heading>#{1,6}(?:[ \t]+|$))?/

interface LinePrefix {
  quote: string
  marker: string
  /** Between the marker and what follows it. */
  space: string
  task: string
  heading: string
  length: number
}

function linePrefix(line: string): LinePrefix {
  const match = PREFIX.exec(line)
  const { quote = '', marker = '', space = '', task = '', heading = '' } = match?.groups ?? {}
  return { quote, marker, space, task, heading, length: match?.[0].length ?? 0 }
}

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

interface BlockInsertion {
  from: number
  to: number
  block: string
}

/** The change that replaces a range by a block of its own, with a blank line before and after it; the block begins at `start`. */
export function blockChange(state: EditorState, { from, to, block }: BlockInsertion) {
  const before = from === 0 ? '' : blankLinesMissing(state.sliceDoc(Math.max(0, from - 2), from), /\n*$/)
  const after = to === state.doc.length ? '' : blankLinesMissing(state.sliceDoc(to, to + 2), /^\n*/)
  return { change: { from, to, insert: before + block + after }, start: from + before.length }
}

/** Inserts a block and selects `selected` characters of it from `cursor` on. */
export function insertBlock(
  state: EditorState,
  { cursor, selected = 0, ...block }: BlockInsertion & { cursor: number; selected?: number },
): Transaction {
  const { change, start } = blockChange(state, block)
  const anchor = start + cursor
  return state.update({
    changes: change,
    selection: { anchor, head: anchor + selected },
    scrollIntoView: true,
    userEvent: 'input.block',
  })
}

function blankLinesMissing(around: string, breaks: RegExp): string {
  return '\n'.repeat(Math.max(0, 2 - (breaks.exec(around)?.[0].length ?? 0)))
}

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
function indentationChange(
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
