import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import { readAddress } from '#app/admin/newsletter/content/visual/read-address.ts'
import { schema } from '#app/admin/newsletter/content/visual/schema.ts'

export interface ImageAtSelection {
  /** Empty where there is no picture yet. */
  src: string
  alt: string
}

/** The picture that is selected. */
export function imageAtSelection({ selection }: EditorState): ImageAtSelection {
  if (!(selection instanceof NodeSelection) || selection.node.type !== schema.nodes.image)
    return { src: '', alt: '' }
  const { src, alt } = selection.node.attrs
  return { src: String(src), alt: String(alt) }
}

/** Only what stays in a mail: a path on our site, or an address with https. */
export const readImageSource = (value: string) => readAddress(value, ['https:'])

/** Puts a picture at the selection, or changes the one that is selected. */
export function writeImage({ tr, selection }: EditorState, { src, alt }: ImageAtSelection): Transaction {
  const before = selection instanceof NodeSelection ? selection.node.attrs : {}
  // As wide as it was only while it is the same picture.
  const width = before.src === src ? before.width : null
  return tr.replaceSelectionWith(schema.nodes.image.create({ src, alt, width })).scrollIntoView()
}
