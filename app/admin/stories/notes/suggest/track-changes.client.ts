import {
  ChangeSet,
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  Text,
  type TransactionSpec,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { t } from '#app/admin/kit/messages.ts'
import { showInvisible } from '#app/admin/stories/notes/panel/note-text.tsx'
import {
  type ChangedRange,
  changedPart,
  wholeWords,
} from '#app/admin/stories/notes/suggest/suggested-changes.ts'

interface Tracked {
  /** The text that everything is compared with. */
  base: Text
  changes: ChangeSet
}

/** Compares with another text from now on, and shows it with changes of it. */
const restart = StateEffect.define<Tracked>()

const tracked = StateField.define<Tracked>({
  create: ({ doc }) => ({ base: doc, changes: ChangeSet.empty(doc.length) }),
  update(value, { docChanged, changes, effects }) {
    const restarted = effects.find((effect) => effect.is(restart))?.value
    if (restarted) return restarted
    return docChanged ? { ...value, changes: value.changes.compose(changes) } : value
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => decorate(state.field(field), state.doc)),
})

/** Returns what was changed, as whole words. */
function rangesOf({ base, changes }: Tracked, doc: Text): ChangedRange[] {
  const ranges: ChangedRange[] = []
  changes.iterChanges((fromA, toA, fromB, toB) => void ranges.push({ fromA, toA, fromB, toB }))
  return wholeWords(ranges, base.toString(), doc.toString())
}

function decorate({ base, changes }: Tracked, doc: Text): DecorationSet {
  const decorations: Range<Decoration>[] = []
  changes.iterChanges((fromA, toA, fromB, toB) => {
    const removed = base.sliceString(fromA, toA)
    if (removed === doc.sliceString(fromB, toB)) return
    if (removed)
      decorations.push(Decoration.widget({ widget: new RemovedText(removed), side: -1 }).range(fromB))
    if (fromB < toB) decorations.push(ADDED.range(fromB, toB))
  })
  return Decoration.set(decorations, true)
}

const ADDED = Decoration.mark({ tagName: 'ins', class: 'cm-suggest-added' })

/** Text of the article that is to go. */
class RemovedText extends WidgetType {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override eq(other: RemovedText) {
    return other.text === this.text
  }

  toDOM() {
    const element = document.createElement('del')
    element.className = 'cm-suggest-removed'
    element.setAttribute('aria-label', `${t('notes.removed')} ${this.text}`)
    element.textContent = showInvisible(this.text)
    return element
  }
}

/** Shows what is changed in the text. */
export function trackChanges(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of([tracked, theme]) })
}

export function changedRanges(state: EditorState): { base: string; text: string; ranges: ChangedRange[] } {
  const value = state.field(tracked)
  return { base: value.base.toString(), text: state.doc.toString(), ranges: rangesOf(value, state.doc) }
}

/** Shows a text with changes of it. The cursor stays where it is in what is the same as before. */
export function restartedTracking(
  { doc }: EditorState,
  base: string,
  changes: readonly { from: number; to: number; insert: string }[],
): TransactionSpec {
  const set = ChangeSet.of([...changes], base.length)
  const based = Text.of(base.split('\n'))
  const text = set.apply(based).toString()
  const { fromA, toA, fromB, toB } = changedPart(doc.toString(), text)
  return {
    changes: { from: fromA, to: toA, insert: text.slice(fromB, toB) },
    effects: restart.of({ base: based, changes: set }),
  }
}

const theme = EditorView.theme({
  '.cm-suggest-added': {
    backgroundColor: 'color-mix(in oklab, var(--color-green) 15%, transparent)',
    textDecoration: 'underline var(--color-green)',
    textUnderlineOffset: '3px',
  },
  '.cm-suggest-removed': {
    backgroundColor: 'color-mix(in oklab, var(--color-red) 10%, transparent)',
    textDecoration: 'line-through var(--color-red)',
    whiteSpace: 'pre-wrap',
  },
})
