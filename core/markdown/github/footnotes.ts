import Markdown, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it'

/** The labels of the footnotes that a text defines, normalised. A set, because a label can be `__proto__`. */
export type FootnoteLabels = ReadonlySet<string>

/** The value of `meta.footnote` of the opening token of a definition. A reference has its normalised label as `meta.label`. */
export interface DefinedFootnote {
  /** The normalised label. */
  label: string
  /** True for all but the first definition of a label, which are ignored. */
  isRepeated: boolean
  /** The offset of its marker `[^label]:` in the text that the parser reads. */
  from: number
  to: number
}

const { normalizeReference } = new Markdown().utils

/** Labels that differ only in their case are the same. */
export const normalLabel = (written: string) => normalizeReference(written)

/** At most as long as the label of a link. Without spaces and brackets, so that no two of them are looked for in the same characters. */
const LABEL = String.raw`\[\^([^\s[\]]{1,999})\]`
const REFERENCE = new RegExp(LABEL, 'y')
const DEFINITION = new RegExp(`${LABEL}:[ \\t]*`, 'y')
/** The indentation of the other lines of a definition. */
const INDENTATION = 4

/** Reads footnotes as GitHub does: `[^label]` if there is a definition `[^label]: text`, which is a block around other blocks. */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_definition', readDefinition, {
    alt: ['paragraph', 'reference', 'blockquote'],
  })
  // A link whose text begins with `^` is a link.
  md.inline.ruler.after('link', 'footnote_reference', readReference)
}

/** The set to which definitions are added while a text is parsed. */
function labelsOf(state: { env: object }): Set<string> {
  const env = state.env as { footnotes?: Set<string> }
  env.footnotes ??= new Set()
  return env.footnotes
}

function readDefinition(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= INDENTATION) return false
  const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
  DEFINITION.lastIndex = from
  const [marker, written = ''] = DEFINITION.exec(state.src) ?? []
  if (marker === undefined) return false
  if (silent) return true

  const label = normalLabel(written)
  const labels = labelsOf(state)
  const token = state.push('footnote_open', 'li', 1)
  token.markup = `[^${written}]`
  const to = from + marker.trimEnd().length
  token.meta = { footnote: { label, isRepeated: labels.has(label), from, to } satisfies DefinedFootnote }
  labels.add(label)

  const { blkIndent, parentType } = state
  const line = [state.bMarks[start], state.tShift[start], state.sCount[start]]
  state.blkIndent += INDENTATION
  state.parentType = 'root'
  setLine(state, start, [from + marker.length, 0, state.blkIndent])
  state.md.block.tokenize(state, start, end)
  setLine(state, start, line)
  state.parentType = parentType
  state.blkIndent = blkIndent
  token.map = [start, state.line]
  state.push('footnote_close', 'li', -1)
  return true
}

/** Sets the beginning of a line, the offset of its text from there, and the columns. */
function setLine(
  state: StateBlock,
  line: number,
  [mark = 0, shift = 0, columns = 0]: (number | undefined)[],
) {
  state.bMarks[line] = mark
  state.tShift[line] = shift
  state.sCount[line] = columns
}

function readReference(state: StateInline, silent: boolean): boolean {
  // In silent mode markdown-it looks for the end of a link's text, which may contain a reference, but no link.
  if (silent || !state.src.startsWith('[^', state.pos)) return false
  REFERENCE.lastIndex = state.pos
  const [written, name = ''] = REFERENCE.exec(state.src) ?? []
  const label = normalLabel(name)
  if (written === undefined || !labelsOf(state).has(label)) return false
  state.push('footnote_reference', 'sup', 0).meta = { label }
  state.pos += written.length
  return true
}
