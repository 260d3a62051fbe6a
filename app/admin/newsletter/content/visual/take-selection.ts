import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * Takes over what the browser has selected. Browsers tell so only a moment later, and a key that comes sooner, after `Shift+End` say,
 * would act on what was selected before.
 */
export function takeSelection(view: EditorView): void {
  const { state, dom } = view
  const selected = dom.ownerDocument.getSelection()
  if (!selected?.anchorNode || !selected.focusNode || view.composing) return
  if (!dom.contains(selected.anchorNode) || !dom.contains(selected.focusNode)) return
  if (!(state.selection instanceof TextSelection)) return
  const anchor = view.posAtDOM(selected.anchorNode, selected.anchorOffset)
  const head = view.posAtDOM(selected.focusNode, selected.focusOffset)
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head))
  if (!selection.eq(state.selection)) view.dispatch(state.tr.setSelection(selection))
}
