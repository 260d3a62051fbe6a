import type { EditorView } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EditorAttachment } from '#app/admin/editor/markdown-editor-props.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'
import { colleaguesQuery } from '#app/admin/kit/query/colleagues.ts'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { type ArticleNotes, articleNotesQuery } from '#app/admin/stories/notes/notes-queries.ts'
import { SHORT_TEXTS, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { type ArticleNote, anchorOf, MAX_NOTE_QUOTE, type NotedField } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'
import { anchorAt, placeAnchors, type TextAnchor, type TextPlace } from '#core/domain/text-anchor.ts'

export interface NotesOfArticle extends ArticleNotes {
  articleId: string
  colleagues: Colleague[]
  /** True if there is anybody to write to, or a note to be read; undefined until that is known. */
  isShown: boolean | undefined
  editor: ReturnType<typeof useEditorNotes>
}

/** The notes on the article of the page; null outside of an article that was saved. */
export const NotesContext = createContext<NotesOfArticle | null>(null)

interface NotesProviderProps {
  /** Null for an article that was never saved. */
  articleId: string | null
  form: UseFormReturn<ArticleForm>
  /** Called when the notes are to be seen. */
  onOpen: () => void
  children: React.ReactNode
}

const NO_NOTES: ArticleNote[] = []
const NOBODY: Colleague[] = []

/** Reads the notes on an article, and marks them in its editor. */
export function NotesProvider({ articleId, form, onOpen, children }: NotesProviderProps) {
  const stored = useQuery({ ...articleNotesQuery(articleId ?? ''), enabled: articleId !== null })
  const listed = useQuery({ ...colleaguesQuery, enabled: articleId !== null })
  const colleagues = listed.data ?? NOBODY
  const notes = stored.data?.notes ?? NO_NOTES
  const hasAny = notes.length > 0 || colleagues.length > 1
  const isShown = hasAny || (!stored.isPending && !listed.isPending ? false : undefined)
  const editor = useEditorNotes({ notes, form, isShown: hasAny, onOpen })
  const { me = '', mayWrite = false } = stored.data ?? {}
  const value = useMemo(
    () => (articleId === null ? null : { articleId, notes, me, mayWrite, colleagues, isShown, editor }),
    [articleId, notes, me, mayWrite, colleagues, isShown, editor],
  )
  return (
    <EditorAttachment value={editor.attach}>
      <NotesContext value={value}>{children}</NotesContext>
    </EditorAttachment>
  )
}

type Marks = typeof import('#app/admin/stories/notes/marks/note-marks.client.ts')

interface EditorNotesOptions {
  notes: readonly ArticleNote[]
  form: UseFormReturn<ArticleForm>
  isShown: boolean
  onOpen: () => void
}

/** The time after a change until the order of the notes follows it. */
const FOLLOW_MS = 1_000
const NO_PLACES: ReadonlyMap<string, TextPlace> = new Map()

/** The notes on an article in its editor and its form: where they stand, and how suggestions are applied. */
function useEditorNotes({ notes, form, isShown, onOpen }: EditorNotesOptions) {
  const attached = useRef<Attached>(null)
  /** The marks that the editor has. */
  const marked = useRef('')
  const findSelected = useSelectedWords()
  const [places, setPlaces] = useState(NO_PLACES)
  /** The card that is to get the focus, and the note that is to be written. Each wish is an object of its own. */
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  const [writing, setWriting] = useState<{ anchor: TextAnchor | null } | null>(null)

  const open = useMemo(
    () => notes.filter(({ outcome, parent }) => outcome === null && parent === null),
    [notes],
  )

  /** Finds all open notes in the text as it is now. */
  const place = useEffectEvent(() => {
    const current = attached.current
    const texts = (field: NotedField) =>
      field === 'content' && current ? current.view.state.doc.toString() : (form.getValues(field) ?? '')
    const known = current ? current.marks.placesIn(current.view.state) : new Map()
    const next = new Map<string, TextPlace>()
    for (const field of TRANSLATED_FIELDS) {
      const text = texts(field)
      const lost: { note: ArticleNote; anchor: TextAnchor }[] = []
      for (const note of open) {
        const anchor = anchorOf(note)
        if (anchor?.field !== field) continue
        // The marked text has moved with everything that was typed since.
        const moved = field === 'content' ? known.get(note.id) : undefined
        if (moved) next.set(note.id, { ...moved, isExact: isSame(text, moved, note) })
        else lost.push({ note, anchor })
      }
      const found = placeAnchors(
        text,
        lost.map(({ anchor }) => anchor),
      )
      for (const [index, { note }] of lost.entries()) {
        const at = found[index]
        if (at) next.set(note.id, { ...at, isExact: isSame(text, at, note) })
      }
    }
    // The same order needs no new list.
    setPlaces((before) => (isSameOrder(before, next) ? before : next))
    if (!current) return
    const shown = open.flatMap((note) => {
      const at = note.field === 'content' ? next.get(note.id) : undefined
      // A suggestion that is not to be applied is not shown as if it could be.
      return at ? [{ ...at, id: note.id, replacement: at.isExact ? note.replacement : null }] : []
    })
    // Marks that only moved are in the editor already.
    const names = shown.map(({ id, replacement }) => `${id} ${replacement !== null}`).join()
    if (names === marked.current && shown.length === known.size) return
    marked.current = names
    current.marks.showMarks(current.view, shown)
  })

  const start = useEffectEvent((view: EditorView, marks: Marks) => {
    attached.current = { view, marks }
    return marks.noteMarks({
      onOpen: (id) => show(id),
      onWrite: () => write(),
      offers: () => offers.current,
    })
  })
  const offers = useRef(isShown)
  useEffect(() => {
    offers.current = isShown
  }, [isShown])

  const attach = useCallback((view: EditorView) => {
    let isGone = false
    void import('#app/admin/stories/notes/marks/note-marks.client.ts').then((marks) => {
      if (isGone) return
      marks.install(view, start(view, marks))
      place()
    })
    return () => {
      isGone = true
      attached.current = null
    }
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let cancel: (() => void) | undefined
    const forget = () => {
      clearTimeout(timer)
      cancel?.()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback() {
        forget()
        timer = setTimeout(() => {
          cancel = whenIdle(() => place(), FOLLOW_MS)
        }, FOLLOW_MS)
      },
    })
    return () => {
      forget()
      unsubscribe()
    }
  }, [form])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other notes have other places
  useEffect(() => place(), [open])

  const show = useEffectEvent((id: string) => {
    onOpen()
    setWanted({ id })
  })
  const write = useEffectEvent(() => {
    if (!isShown) return
    const anchor = findSelected(attached.current?.view)
    onOpen()
    setWriting({ anchor })
  })
  useShortcuts([{ key: 'm', alt: true, run: write }])

  return useMemo(
    () => ({
      attach,
      places,
      wanted,
      writing,
      /** Begins a note on the selected words, or on the whole article. */
      write: () => setWriting({ anchor: findSelected(attached.current?.view) }),
      endWriting: () => setWriting(null),
      /** Shows the words of a note in the text. */
      point(id: string | null) {
        const { view, marks } = attached.current ?? {}
        if (view) marks?.showActive(view, id)
      },
      focusText: () => attached.current?.view.focus(),
      /** Tells whether the words of a suggestion stand in the text, so that it can be taken. */
      canTake: (note: ArticleNote) => placeNow(note, form, attached.current) !== null,
      /** Applies suggestions whose words stand in the text. Returns those that did not fit. */
      apply(taken: readonly ArticleNote[]): ArticleNote[] {
        return taken.filter((note) => !applyOne(note, form, attached.current))
      },
    }),
    [attach, places, wanted, writing, form, findSelected],
  )
}

type Attached = { view: EditorView; marks: Marks } | null

/** Finds the words of a suggestion at this moment; null where they were changed. */
function placeNow(note: ArticleNote, form: UseFormReturn<ArticleForm>, attached: Attached) {
  if (note.field === 'content' && attached) {
    const { state } = attached.view
    const at = attached.marks.placesIn(state).get(note.id)
    return at && state.sliceDoc(at.from, at.to) === note.quote ? at : null
  }
  const anchor = anchorOf(note)
  const text = (note.field && form.getValues(note.field)) ?? ''
  const [at] = anchor ? placeAnchors(text, [anchor]) : []
  return at && isSame(text, at, note) ? at : null
}

/** Changes the text as it is suggested. Returns whether it could. */
function applyOne(note: ArticleNote, form: UseFormReturn<ArticleForm>, attached: Attached): boolean {
  const at = placeNow(note, form, attached)
  if (!at || note.replacement === null || note.field === null) return false
  if (note.field === 'content' && attached) {
    if (attached.view.state.readOnly) return false
    const changes = { from: at.from, to: at.to, insert: note.replacement }
    attached.view.dispatch({ changes, userEvent: 'input.suggestion' })
    return true
  }
  const text = form.getValues(note.field) ?? ''
  form.setValue(note.field, text.slice(0, at.from) + note.replacement + text.slice(at.to), {
    shouldDirty: true,
  })
  return true
}

const isSame = (text: string, { from, to }: Pick<TextPlace, 'from' | 'to'>, note: ArticleNote) =>
  text.slice(from, to) === note.quote

const inOrder = (places: ReadonlyMap<string, TextPlace>) =>
  [...places].toSorted(([, a], [, b]) => a.from - b.from).map(([id, { isExact }]) => `${id} ${isExact}`)

function isSameOrder(one: ReadonlyMap<string, TextPlace>, other: ReadonlyMap<string, TextPlace>): boolean {
  return one.size === other.size && inOrder(one).join() === inOrder(other).join()
}

/** The elements in which words of an article are written. */
const WRITTEN = `.cm-content, ${SHORT_TEXTS.map((name) => `[name=${name}]`).join(', ')}`

/** Returns a function that finds the words which are selected in the form, or were when the focus went to a button; null without any. */
function useSelectedWords() {
  /** The words that were selected in the short text which had the focus last. */
  const left = useRef<TextAnchor | null>(null)
  useEffect(() => {
    const remember = ({ type, target }: FocusEvent) => {
      if (target instanceof Element && target.matches(WRITTEN))
        left.current = type === 'focusout' ? anchorInField(target) : null
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', remember)
    }
  }, [])
  return useCallback(
    (view: EditorView | undefined) =>
      anchorInField(document.activeElement) ?? left.current ?? (view ? anchorInText(view) : null),
    [],
  )
}

function anchorInField(element: Element | null): TextAnchor | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null
  const field = SHORT_TEXTS.find((name) => name === element.name)
  const { selectionStart: from, selectionEnd: to, value } = element
  if (!field || from === null || to === null || from === to) return null
  return anchorAt(value, { from, to }, { field, maxQuote: MAX_NOTE_QUOTE })
}

function anchorInText({ state: { doc, selection } }: EditorView): TextAnchor | null {
  if (selection.main.empty) return null
  return anchorAt(doc.toString(), selection.main, { field: 'content', maxQuote: MAX_NOTE_QUOTE })
}
