import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import type { SentenceState } from '#app/admin/stories/sources/live/open-sentences.ts'

/** A sentence in the text of the editor. */
export interface SentenceMark {
  from: number
  to: number
  state: SentenceState
  /** Its verdict in words, for screen readers; empty for one that is covered. */
  message: string
}

/** Replaces all marks. */
const setSentences = StateEffect.define<readonly SentenceMark[]>()

const sentences = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const replaced = transaction.effects.find((effect) => effect.is(setSentences))?.value
    if (!replaced) return value.map(transaction.changes)
    const { length } = transaction.newDoc
    return Decoration.set(
      replaced.filter(({ from, to }) => from < to && to <= length).flatMap(decorate),
      true,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

function decorate({ from, to, state, message }: SentenceMark): Range<Decoration>[] {
  const words = Decoration.mark({
    class: `cm-sentence-${state}`,
    // Text that is typed at the end of a sentence belongs to it.
    inclusiveEnd: true,
    isSentence: true,
    ...(message && { attributes: { 'aria-description': message } }),
  })
  const sign = SIGNS[state]
  return [...(sign ? [sign.range(from)] : []), words.range(from, to)]
}

/** A sign before a sentence that needs somebody, so that it is known without its colour. */
class Sign extends WidgetType {
  readonly state: SentenceState
  readonly text: string

  constructor(state: SentenceState, text: string) {
    super()
    this.state = state
    this.text = text
  }

  override eq(other: Sign) {
    return other.state === this.state
  }

  toDOM() {
    const element = document.createElement('span')
    element.className = `cm-sentence-sign cm-sentence-sign-${this.state}`
    element.ariaHidden = 'true'
    element.textContent = this.text
    return element
  }
}

const signOf = (state: SentenceState, text: string) =>
  Decoration.widget({ widget: new Sign(state, text), side: -1 })
const SIGNS: Partial<Record<SentenceState, Decoration>> = {
  red: signOf('red', '!'),
  amber: signOf('amber', '?'),
}

/** The sentence of the cursor, whose sources are shown beside the text. */
const current = EditorView.decorations.compute(['selection', sentences], (state) => {
  const { head } = state.selection.main
  let found: [number, number] | null = null
  state.field(sentences).between(head, head, (from, to, { spec }) => {
    if (spec.isSentence) found = [from, to]
  })
  return found ? Decoration.set(CURRENT.range(...(found as [number, number]))) : Decoration.none
})
const CURRENT = Decoration.mark({ class: 'cm-sentence-current' })

/** Marks sentences by their verdicts: what is covered stays as it is, so that the rest is seen. */
export function sentenceMarks(onCursor: (offset: number) => void): Extension {
  return [
    sentences,
    current,
    EditorView.updateListener.of(({ selectionSet, docChanged, focusChanged, view }) => {
      if (selectionSet || docChanged || (focusChanged && view.hasFocus))
        onCursor(view.state.selection.main.head)
    }),
    theme,
  ]
}

export function showSentences(view: EditorView, shown: readonly SentenceMark[]): void {
  view.dispatch({ effects: setSentences.of(shown) })
}

/** Adds extensions to an editor that is open. */
export function install(view: EditorView, extensions: Extension): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(extensions) })
}

const underlined = (line: string, color: string) => ({
  textDecoration: `underline ${line} var(--color-${color})`,
  textUnderlineOffset: '4px',
})

/** Each verdict has a line of its own shape. */
const theme = EditorView.theme({
  '.cm-sentence-amber': underlined('dashed 1.5px', 'orange'),
  '.cm-sentence-red': underlined('solid 2.5px', 'red'),
  '.cm-sentence-signed': underlined('dotted 1.5px', 'purple'),
  '.cm-sentence-sign': {
    display: 'inline-block',
    minWidth: '1.25em',
    marginRight: '0.3em',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--color-on-accent)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.7em',
    fontWeight: '700',
    lineHeight: '1.4',
    textAlign: 'center',
    verticalAlign: '0.15em',
  },
  '.cm-sentence-sign-amber': { backgroundColor: 'var(--color-orange)' },
  '.cm-sentence-sign-red': { backgroundColor: 'var(--color-red)' },
  '.cm-sentence-current': {
    backgroundColor: 'color-mix(in oklab, var(--color-blue) 9%, transparent)',
  },
})
