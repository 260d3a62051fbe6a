import { type EditorState, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import { parseAddress, schema } from '#app/admin/newsletter/content/visual-schema.ts'

export interface LinkAtSelection {
  from: number
  to: number
  /** Empty where there is no link yet. */
  href: string
  text: string
}

/** The link around the cursor, or what is selected. */
export function linkAtSelection(state: EditorState): LinkAtSelection {
  const { $from, from, to, empty } = state.selection
  const mark = $from.marks().find(({ type }) => type === schema.marks.link)
  const found = mark ?? $from.nodeAfter?.marks.find(({ type }) => type === schema.marks.link)
  if (!found || !empty) {
    const href = found && !empty ? String(found.attrs.href) : ''
    return { from, to, href, text: state.doc.textBetween(from, to, ' ') }
  }
  let start = -1
  let end = -1
  $from.parent.forEach((node, offset) => {
    const begin = $from.start() + offset
    if (!found.isInSet(node.marks)) return
    // A link may have several parts, such as a bold one; another one to the same address may come before it.
    if (begin !== end && end >= from) return
    if (begin !== end) start = begin
    end = begin + node.nodeSize
  })
  return {
    from: start,
    to: end,
    href: String(found.attrs.href),
    text: state.doc.textBetween(start, end, ' '),
  }
}

export const parseHref = (value: string) => parseAddress(value, ['http:', 'https:', 'mailto:'])

/** Links a range, and replaces its text if that has changed. */
export function writeLink(
  state: EditorState,
  { from, to, text }: LinkAtSelection,
  link: { href: string; text: string },
): Transaction {
  const mark = schema.marks.link.create({ href: link.href })
  const words = link.text.trim() || link.href
  const { tr } = state
  if (words !== text || from === to) {
    const marks = state.doc.resolve(from).marks()
    tr.replaceWith(from, to, schema.text(words, [...marks.filter(({ type }) => type !== mark.type), mark]))
    tr.setSelection(TextSelection.create(tr.doc, from + words.length))
  } else tr.removeMark(from, to, mark.type).addMark(from, to, mark)
  return tr.scrollIntoView()
}

export function removeLink(state: EditorState, { from, to }: LinkAtSelection): Transaction {
  return state.tr.removeMark(from, to, schema.marks.link)
}

export interface ImageAtSelection {
  /** Empty where there is no picture yet. */
  src: string
  alt: string
}

/** The selected image. */
export function imageAtSelection({ selection }: EditorState): ImageAtSelection {
  if (!(selection instanceof NodeSelection) || selection.node.type !== schema.nodes.image)
    return { src: '', alt: '' }
  const { src, alt } = selection.node.attrs
  return { src: String(src), alt: String(alt) }
}

/** Images in mails need a path on this site, or an https URL. */
export const parseImageSource = (value: string) => parseAddress(value, ['https:'])

/** Inserts an image at the selection, or changes the selected one. */
export function writeImage({ tr, selection }: EditorState, { src, alt }: ImageAtSelection): Transaction {
  const before = selection instanceof NodeSelection ? selection.node.attrs : {}
  // The width is kept only while the image stays the same.
  const width = before.src === src ? before.width : null
  return tr.replaceSelectionWith(schema.nodes.image.create({ src, alt, width })).scrollIntoView()
}
