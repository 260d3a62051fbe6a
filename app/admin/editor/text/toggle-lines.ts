import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state'

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

/** What begins a line: quotes and indentation, the marker of a list item with its task, the marks of a heading. */
const PREFIX =
  /^(?<quote>(?:[ \t]*>)*[ \t]*)(?:(?<marker>[-*+]|\d{1,9}[.)])(?<space>[ \t]+|$)(?<task>\[[ xX]\](?:[ \t]+|$))?)?(?<heading>#{1,6}(?:[ \t]+|$))?/

export interface LinePrefix {
  quote: string
  marker: string
  /** Between the marker and what follows it. */
  space: string
  task: string
  heading: string
  length: number
}

export function linePrefix(line: string): LinePrefix {
  const match = PREFIX.exec(line)
  const { quote = '', marker = '', space = '', task = '', heading = '' } = match?.groups ?? {}
  return { quote, marker, space, task, heading, length: match?.[0].length ?? 0 }
}
