import type { AnswerNode } from '#core/translation/answer-nodes.ts'
import { asReference, type Escaping, escapeText } from '#core/translation/escape-text.ts'
import type { Tag } from '#core/translation/text-tag.ts'

/** A way to write a text. They are tried one after the other until one is read as it is meant. */
export interface WritingStyle {
  escaping: Escaping
  /** The marks of the source, only asterisks, or alternating marks. */
  marks: 'source' | 'asterisks' | 'turns'
  /** Letters beside emphasis are written as references where emphasis would not be recognised. */
  references: boolean
  /** Bare addresses are put in angle brackets, so that what follows is not read as part of them. */
  angles: boolean
}

export const WRITING_STYLES: WritingStyle[] = [
  { escaping: 'lines', marks: 'source', references: false, angles: false },
  { escaping: 'likely', marks: 'source', references: false, angles: false },
  { escaping: 'likely', marks: 'asterisks', references: false, angles: true },
  { escaping: 'likely', marks: 'turns', references: false, angles: true },
  { escaping: 'likely', marks: 'asterisks', references: true, angles: true },
  { escaping: 'all', marks: 'turns', references: true, angles: true },
]

/** Blocks may begin in the lines of a paragraph, and the spaces around a cell are not part of it. */
export type WritingPlace = 'lines' | 'line' | 'cell'

/** Writes the raw source of a tag: of all of it, or of its beginning and end. */
export interface RawSource {
  whole: (tag: Tag) => string
  opening: (tag: Tag) => string
  closing: (tag: Tag, text: string) => string
}

/** The addresses that can be written between angle brackets. */
const BARE_ADDRESS = /^(?:https?:\/\/[^\s<>]+|[^\s<>:]+@[^\s<>:]+)$/i
const LETTER_AT_END = /[\p{L}\p{N}]$/u
const LETTER_AT_START = /^[\p{L}\p{N}]/u
const PUNCTUATION_AT_START = /^[\p{P}\p{S}]/u
const PUNCTUATION_AT_END = /[\p{P}\p{S}]$/u

/** Writes a tree as the content of a block. */
export function writeInline(
  nodes: AnswerNode[],
  { raw, style, place }: { raw: RawSource; style: WritingStyle; place: WritingPlace },
): string {
  const isBlock = place === 'lines'
  let out = ''
  /** True if the last character is a letter of the text, which may be written in another way. */
  let endsWithText = false
  let refersNext = false

  const addText = (text: string, endsLine: boolean) => {
    if (text === '') return
    const startsLine = out === '' || out.endsWith('\n')
    let written = escapeText(text, { escaping: style.escaping, startsLine, endsLine, isBlock })
    if (refersNext && LETTER_AT_START.test(written)) {
      const [first = ''] = written
      written = asReference(first) + written.slice(first.length)
    }
    refersNext = false
    out += written
    endsWithText = true
  }
  const addRaw = (text: string) => {
    out += text
    endsWithText = false
    refersNext = false
  }
  const addWhole = (tag: Tag) => {
    const source = raw.whole(tag)
    // Far from the margin, HTML begins no block.
    const needsMargin = tag.kind === 'h' && isBlock && style.escaping !== 'lines' && out.endsWith('\n')
    if (tag.kind === 'u' && style.angles && BARE_ADDRESS.test(source)) addRaw(`<${source}>`)
    else addRaw(needsMargin ? `    ${source}` : source)
  }
  const addMarked = (tag: Tag, children: AnswerNode[], parentMark: string) => {
    const mark = markOf(tag, parentMark)
    const [before, canChange] = [out, endsWithText]
    addRaw(mark)
    for (const child of children) add(child, mark)
    const inner = out.slice(before.length + mark.length)
    const refers = style.references && tag.kind !== 's'
    if (refers && canChange && PUNCTUATION_AT_START.test(inner)) out = referToLast(before) + mark + inner
    addRaw(mark)
    refersNext = refers && PUNCTUATION_AT_END.test(inner.slice(-2))
  }
  const markOf = (tag: Tag, parentMark: string): string => {
    if (tag.kind === 's' || style.marks === 'source') return raw.opening(tag)
    const isTaken = parentMark.startsWith('*') || out.endsWith('*')
    const character = style.marks === 'turns' && isTaken ? '_' : '*'
    return character.repeat(tag.kind === 'b' ? 2 : 1)
  }
  const add = (node: AnswerNode, parentMark: string) => {
    if (typeof node === 'string') addText(node, false)
    else if (!node.tag.closing) addWhole(node.tag)
    else if (node.tag.kind === 'a') {
      addRaw(raw.opening(node.tag))
      const start = out.length
      for (const child of node.children) add(child, '')
      addRaw(raw.closing(node.tag, out.slice(start)))
    } else addMarked(node.tag, node.children, parentMark)
  }
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1]
    if (typeof node !== 'string') add(node, '')
    else addText(node, next === undefined || (typeof next !== 'string' && next.tag.kind === 'n'))
  }
  return place === 'cell' ? keepSpaces(out) : out
}

/** A cell loses the spaces at its borders, of whatever kind. */
function keepSpaces(text: string): string {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  if (start >= end) return text
  const written = (spaces: string) => Array.from(spaces, asReference).join('')
  return written(text.slice(0, start)) + text.slice(start, end) + written(text.slice(end))
}

function referToLast(text: string): string {
  const last = [...text.slice(-2)].at(-1) ?? ''
  if (!LETTER_AT_END.test(last)) return text
  return text.slice(0, -last.length) + asReference(last)
}
