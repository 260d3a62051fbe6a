import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  showTooltip,
  type Tooltip,
} from '@codemirror/view'
import type { MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'

/** Replaces all marks. */
export const setMarks = StateEffect.define<readonly MarkdownMark[]>()

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const replaced = transaction.effects.find((effect) => effect.is(setMarks))?.value
    if (!replaced) return value.map(transaction.changes)
    const { length } = transaction.newDoc
    const ranges = replaced
      .map((mark) => ({ ...mark, from: Math.max(0, mark.from), to: Math.min(length, mark.to) }))
      .filter(({ from, to }) => from < to)
      .map(({ from, to, message }) => decorate(message).range(from, to))
    return Decoration.set(ranges, true)
  },
  provide: (field) => EditorView.decorations.from(field),
})

function decorate(message: string): Decoration {
  return Decoration.mark({ class: 'cm-mark', attributes: { 'aria-description': message }, message })
}

/** Underlines ranges of the text, and shows their messages on hover and at the cursor. */
export function markDecorations() {
  return [
    marks,
    hoverTooltip((view, at) => tooltipAt(view.state, at)),
    showTooltip.compute([marks, 'selection'], (state) =>
      state.selection.main.empty ? tooltipAt(state, state.selection.main.head) : null,
    ),
    // Announces the message when the cursor enters a mark.
    EditorView.updateListener.of((update) => {
      if (!update.selectionSet || update.docChanged) return
      const message = messagesAt(update.state, update.state.selection.main.head)
      if (message && message !== messagesAt(update.startState, update.startState.selection.main.head)) {
        const effects = EditorView.announce.of(message)
        queueMicrotask(() => update.view.dispatch({ effects }))
      }
    }),
  ]
}

function tooltipAt(state: EditorState, at: number): Tooltip | null {
  const message = messagesAt(state, at)
  if (!message) return null
  return {
    pos: at,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-mark-message'
      dom.textContent = message
      return { dom }
    },
  }
}

function messagesAt(state: EditorState, at: number): string {
  const messages: string[] = []
  state.field(marks).between(at, at, (_from, _to, { spec }) => void messages.push(String(spec.message)))
  return messages.join('\n')
}
