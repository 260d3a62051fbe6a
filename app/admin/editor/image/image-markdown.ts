import type { EditorState, Transaction } from '@codemirror/state'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import { insertBlock } from '#app/admin/editor/text/formatting.ts'
import { escapeBrackets, writeAddress } from '#app/admin/editor/text/link.ts'
import type { PictureWords } from '#core/domain/media-input.ts'
import { readImageTitle, writeImageTitle } from '#core/markdown/image-title.ts'

export interface ImageText extends PictureWords {
  address: string
}

const IMAGE =
  /^!\[(?<alt>(?:[^\\[\]]|\\.)*)\]\((?:<(?<angled>[^<>]*)>|(?<address>[^\s()]*))(?:\s+"(?<title>(?:[^"\\]|\\.)*)")?\s*\)$/s

/** An image, with the caption and the credit that readers see below it. */
export function imageMarkdown({ alt, address, caption, credit }: ImageText): string {
  const title = writeImageTitle({ caption, credit }).replace(/["\\&]/g, '\\$&')
  return `![${escapeBrackets(oneLine(alt))}](${writeAddress(address)}${title ? ` "${title}"` : ''})`
}

/** Parses the Markdown of an image; null for anything else. */
export function parseImage(markdown: string): ImageText | null {
  const groups = IMAGE.exec(markdown)?.groups
  if (!groups) return null
  const { alt = '', angled, address = '', title = '' } = groups
  return { alt: withoutEscapes(alt), address: angled ?? address, ...readImageTitle(withoutEscapes(title)) }
}

/** Escapes are for punctuation only, as in CommonMark. */
const withoutEscapes = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export interface ImageInText {
  from: number
  to: number
  image: ImageText
}

const NEW_IMAGE: ImageText = { alt: '', address: '', caption: '', credit: '' }

/** The image at the cursor, or an empty range after the line of the cursor for a new one. */
export function imageAtSelection(state: EditorState): ImageInText {
  const range = state.selection.main
  const node = enclosingNode(state, range, ['Image'])
  const image = node && parseImage(state.sliceDoc(node.from, node.to))
  if (node && image) return { from: node.from, to: node.to, image }
  const block = enclosingNode(state, range, ['Table', 'FencedCode'])
  const end = block?.to ?? state.doc.lineAt(range.to).to
  const line = state.doc.lineAt(end)
  return { from: line.text.trim() ? end : line.from, to: end, image: NEW_IMAGE }
}

/** Replaces the Markdown of an image; a new image becomes a paragraph of its own. */
export function writeImage(
  state: EditorState,
  { from, to, image: before }: ImageInText,
  image: ImageText,
): Transaction {
  const insert = imageMarkdown(image)
  if (before.address === '') return insertBlock(state, { from, to, block: insert, cursor: insert.length })
  return state.update({ changes: { from, to, insert }, scrollIntoView: true, userEvent: 'input.image' })
}

/** The image with this address that is nearest to a position; null when the text no longer has it. */
export function findImage(state: EditorState, address: string, near: number): ImageInText | null {
  if (address === '') return null
  const text = state.doc.toString()
  const found: ImageInText[] = []
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + address.length)) {
    const node = enclosingNode(state, { from: at, to: at }, ['Image'])
    const image = node && parseImage(state.sliceDoc(node.from, node.to))
    if (node && image?.address === address) found.push({ from: node.from, to: node.to, image })
  }
  return found.toSorted((a, b) => Math.abs(a.from - near) - Math.abs(b.from - near))[0] ?? null
}
