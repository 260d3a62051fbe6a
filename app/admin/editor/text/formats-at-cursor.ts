import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { type ListKind, listKindOf } from '#app/admin/editor/text/formatting.ts'

export interface Formats {
  bold: boolean
  italic: boolean
  strikethrough: boolean
  code: boolean
  quote: boolean
  link: boolean
  table: boolean
  image: boolean
  list: ListKind | null
  /** 0 for a paragraph. */
  heading: number
}

export const NO_FORMATS: Formats = {
  bold: false,
  italic: false,
  strikethrough: false,
  code: false,
  quote: false,
  link: false,
  table: false,
  image: false,
  list: null,
  heading: 0,
}

/** Returns the formats that the toolbar shows as pressed, from what has been parsed so far. */
export function formatsAtCursor(state: EditorState): Formats {
  const { head } = state.selection.main
  const names = new Set<string>()
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(head, side)
    for (; node; node = node.parent) names.add(node.name)
  }
  const heading = [...names].map((name) => /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1]).find(Boolean)
  return {
    bold: names.has('StrongEmphasis'),
    italic: names.has('Emphasis'),
    strikethrough: names.has('Strikethrough'),
    code: names.has('InlineCode') || names.has('FencedCode'),
    quote: names.has('Blockquote'),
    link: names.has('Link'),
    table: names.has('Table'),
    image: names.has('Image'),
    list: names.has('ListItem') ? listKindOf(state.doc.lineAt(head).text) : null,
    heading: Number(heading ?? 0),
  }
}

export function sameFormats(a: Formats, b: Formats): boolean {
  return (Object.keys(NO_FORMATS) as (keyof Formats)[]).every((key) => a[key] === b[key])
}

/** The time that a command may wait for the end of a long text to be parsed. */
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
