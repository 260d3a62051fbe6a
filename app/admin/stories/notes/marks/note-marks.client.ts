import { type EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  showTooltip,
  type Tooltip,
  WidgetType,
} from '@codemirror/view'
import { t } from '#app/admin/kit/messages.ts'
import { showInvisible } from '#app/admin/stories/notes/panel/note-text.tsx'
import type { TextPlace } from '#core/domain/text-anchor.ts'

/** An open note or suggestion in the text of the editor. */
export interface NoteMark extends Pick<TextPlace, 'from' | 'to'> {
  id: string
  /** The words that are suggested in place of the text; null for a note. */
  replacement: string | null
}

interface NoteMarkOptions {
  /** Called when somebody clicks on a mark. */
  onOpen: (id: string) => void
  /** Called for a note on the selected words. */
  onWrite: () => void
  /** Tells whether to offer a note above selected words. */
  offers: () => boolean
}

/** Replaces all marks. */
const setMarks = StateEffect.define<readonly NoteMark[]>()
/** Marks one as the one whose card has the focus. */
const setActive = StateEffect.define<string | null>()

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const replaced = transaction.effects.find((effect) => effect.is(setMarks))?.value
    if (!replaced) return value.map(transaction.changes)
    const { length } = transaction.newDoc
    return Decoration.set(
      replaced.filter(({ from, to }) => from <= to && to <= length).flatMap(decorate),
      true,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

const active = StateField.define<string | null>({
  create: () => null,
  update: (value, { effects }) => effects.find((effect) => effect.is(setActive))?.value ?? value,
  provide: (field) =>
    EditorView.decorations.compute([field, marks], (state) => {
      const id = state.field(field)
      const place = id === null ? null : (placesIn(state).get(id) ?? null)
      return place && place.from < place.to
        ? Decoration.set(ACTIVE.range(place.from, place.to))
        : Decoration.none
    }),
})

const ACTIVE = Decoration.mark({ class: 'cm-note-active', inclusive: true })

function decorate({ id, from, to, replacement }: NoteMark): Range<Decoration>[] {
  const look = replacement === null ? 'cm-note' : 'cm-suggest-removed'
  const words = Decoration.mark({ class: look, attributes: { 'data-note': id }, id })
  const inserted = Decoration.widget({ widget: new InsertedText(id, replacement ?? ''), side: 1, id })
  return [
    ...(from < to ? [words.range(from, to)] : []),
    ...(replacement || from === to ? [inserted.range(to)] : []),
  ]
}

/** The text that a suggestion would put there. */
class InsertedText extends WidgetType {
  readonly id: string
  readonly text: string

  constructor(id: string, text: string) {
    super()
    this.id = id
    this.text = text
  }

  override eq(other: InsertedText) {
    return other.id === this.id && other.text === this.text
  }

  toDOM() {
    const element = document.createElement('ins')
    element.className = 'cm-suggest-added'
    element.dataset.note = this.id
    element.dir = 'auto'
    element.textContent = showInvisible(this.text.length > 300 ? `${this.text.slice(0, 300)}…` : this.text)
    return element
  }

  override ignoreEvent() {
    return false
  }
}

/** Returns the present places of the notes; those whose words were deleted are missing. */
export function placesIn(state: EditorState): Map<string, Pick<TextPlace, 'from' | 'to'>> {
  const places = new Map<string, Pick<TextPlace, 'from' | 'to'>>()
  const set = state.field(marks, false)
  for (const cursor = set?.iter(); cursor?.value; cursor.next()) {
    const id = String(cursor.value.spec.id)
    const known = places.get(id)
    places.set(id, known ?? { from: cursor.from, to: cursor.to })
  }
  return places
}

/** Marks the places of notes in the text, which move with what is typed around them. */
export function noteMarks({ onOpen, onWrite, offers }: NoteMarkOptions) {
  return [
    marks,
    active,
    showTooltip.compute(['selection', 'doc'], (state) =>
      offers() && !state.selection.main.empty ? offerAt(state, onWrite) : null,
    ),
    EditorView.domEventHandlers({
      click(event) {
        const mark = event.target instanceof Element ? event.target.closest('[data-note]') : null
        const id = mark instanceof HTMLElement ? mark.dataset.note : undefined
        if (id !== undefined) onOpen(id)
        return false
      },
    }),
    theme,
  ]
}

/** The button above selected words. It is for the mouse: the shortcut and the panel do the same. */
function offerAt(state: EditorState, onWrite: () => void): Tooltip {
  return {
    pos: state.selection.main.from,
    above: true,
    create() {
      const dom = document.createElement('button')
      dom.type = 'button'
      dom.tabIndex = -1
      dom.className = 'cm-note-offer'
      dom.textContent = t('notes.write')
      dom.onmousedown = (event) => event.preventDefault()
      dom.onclick = onWrite
      return { dom }
    },
  }
}

/** Shows other notes; a text that was changed meanwhile has moved those that it knew. */
export function showMarks(view: EditorView, shown: readonly NoteMark[]): void {
  view.dispatch({ effects: setMarks.of(shown) })
}

export function showActive(view: EditorView, id: string | null): void {
  const place = id === null ? undefined : placesIn(view.state).get(id)
  view.dispatch({
    effects: [setActive.of(id), ...(place ? [EditorView.scrollIntoView(place.from, { y: 'center' })] : [])],
  })
}

const theme = EditorView.theme({
  '.cm-note': {
    backgroundColor: 'color-mix(in oklab, var(--color-orange) 20%, transparent)',
    borderBottom: '2px solid var(--color-orange)',
    cursor: 'pointer',
  },
  '.cm-note-active': { outline: '2px solid var(--color-orange)', outlineOffset: '1px' },
  '.cm-suggest-removed': {
    backgroundColor: 'color-mix(in oklab, var(--color-red) 10%, transparent)',
    textDecoration: 'line-through var(--color-red)',
    cursor: 'pointer',
  },
  '.cm-suggest-added': {
    backgroundColor: 'color-mix(in oklab, var(--color-green) 15%, transparent)',
    textDecoration: 'underline var(--color-green)',
    textUnderlineOffset: '3px',
    whiteSpace: 'pre-wrap',
    cursor: 'pointer',
    unicodeBidi: 'isolate',
  },
  '.cm-note-offer': {
    minHeight: '2.25rem',
    padding: '0.25rem 0.75rem',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    fontWeight: '500',
    cursor: 'pointer',
  },
})

/** Adds extensions to an editor that is open. */
export function install(view: EditorView, extensions: Extension): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(extensions) })
}
