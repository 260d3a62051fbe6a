import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, type KeyBinding, placeholder, type ViewUpdate } from '@codemirror/view'
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { MarkdownEditorProps, MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'
import type { OnFiles } from '#app/admin/editor/paste/paste-and-drop.ts'
import { createExtensions } from '#app/admin/editor/view/create-extensions.ts'
import { setMarks } from '#app/admin/editor/view/mark-decorations.ts'
import { t } from '#app/admin/kit/messages.ts'
import type { Language } from '#core/i18n/languages.ts'

interface CodeMirrorOptions extends MarkdownEditorProps {
  /** The id of the element that explains the keys to screen readers. */
  hintId: string
  /** Null for HTML, which has no formats. */
  shortcuts: KeyBinding[] | null
  onFiles: OnFiles
  onLeaveFullScreen: () => void
}

export type ListenToUpdates = (listener: (update: ViewUpdate) => void) => () => void

/** Marks a change that comes from the form, for which `onChange` is not called. */
const fromOutside = Annotation.define<boolean>()
/** The delay of `onChange`, because converting a long text at every key would delay typing. */
const ON_CHANGE_DELAY_MS = 100
const LEAVING = ['beforeunload', 'pagehide', 'visibilitychange']
const NO_MARKS: readonly MarkdownMark[] = []

/** A CodeMirror view in an element, with a way to listen to its updates. Its text and `value` are kept in sync. */
export function useCodeMirror(options: CodeMirrorOptions) {
  const { control, label, value, language, marks = NO_MARKS, readOnly = false, hintId } = options
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [changing] = useState(() => new Compartment())
  const [listeners] = useState(() => new Set<(update: ViewUpdate) => void>())
  /** The text that the form has, as far as we know. */
  const known = useRef(value)
  const debounced = useRef<DebouncedChange>(null)

  const describedBy = [control['aria-describedby'], hintId].filter(Boolean).join(' ')
  const invalid = control['aria-invalid'] === true
  const settings = (): Extension => [
    EditorState.readOnly.of(readOnly),
    options.shortcuts ? spellCheck(language) : [],
    EditorView.contentAttributes.of({
      id: control.id,
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': describedBy,
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true' }),
    }),
  ]

  const tell = useEffectEvent((text: string) => {
    known.current = text
    options.onChange(text)
  })
  const onUpdate = useEffectEvent((update: ViewUpdate, { changed, flush }: DebouncedChange) => {
    if (update.transactions.some((part) => part.docChanged && !part.annotation(fromOutside)))
      changed(update.state.doc)
    if (update.focusChanged && !update.view.hasFocus) {
      flush()
      options.onBlur?.()
    }
    for (const listener of listeners) listener(update)
  })
  const create = useEffectEvent((parent: HTMLElement, told: DebouncedChange) => {
    const extensions = [
      createExtensions(options),
      placeholder(options.placeholder ?? t('editor.placeholder')),
      changing.of(settings()),
      EditorView.updateListener.of((update) => onUpdate(update, told)),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })

  useEffect(() => {
    if (!host.current) return
    debounced.current = debounceChange((text) => tell(text), ON_CHANGE_DELAY_MS)
    const created = create(host.current, debounced.current)
    setView(created)
    return () => {
      setView(null)
      created.destroy()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `settings` is made of these
  useEffect(() => {
    view?.dispatch({ effects: changing.reconfigure(settings()) })
  }, [view, changing, readOnly, language, label, control.id, describedBy, invalid])

  // The last text must arrive as the value before `onChange` is called again.
  useLayoutEffect(() => {
    if (!view || value === known.current) return
    debounced.current?.cancel()
    known.current = value
    const change = replacementOf(view.state.doc.toString(), value.replace(/\r\n?/g, '\n'))
    if (change) view.dispatch({ changes: change, annotations: fromOutside.of(true) })
  }, [view, value])

  useEffect(() => {
    const text = known.current
    const placed = marks.map(({ from, to, message }) => ({
      from: offsetInDocument(text, from),
      to: offsetInDocument(text, to),
      message,
    }))
    view?.dispatch({ effects: setMarks.of(placed) })
  }, [view, marks])

  // A label moves focus only to form controls by itself.
  useEffect(() => {
    const focus = () => view?.focus()
    const labels = document.querySelectorAll(`label[for="${CSS.escape(control.id)}"]`)
    for (const element of labels) element.addEventListener('click', focus)
    return () => {
      for (const element of labels) element.removeEventListener('click', focus)
    }
  }, [view, control.id])

  // The form reads its values for the last time when it leaves the page, or the page is left.
  useLayoutEffect(() => {
    const flush = () => debounced.current?.flush()
    for (const event of LEAVING) window.addEventListener(event, flush, { capture: true })
    return () => {
      flush()
      for (const event of LEAVING) window.removeEventListener(event, flush, { capture: true })
    }
  }, [])

  useImperativeHandle(options.ref, () => ({
    flush: () => debounced.current?.flush(),
    focus: () => view?.focus(),
    leaveFullScreen: options.onLeaveFullScreen,
    cursorLine: () => (view ? view.state.doc.lineAt(view.state.selection.main.head).number - 1 : 0),
    select(from, to) {
      if (!view) return
      const end = view.state.doc.length
      const place = (offset: number) => Math.min(end, Math.max(0, offsetInDocument(known.current, offset)))
      view.dispatch({
        selection: { anchor: place(from), head: place(to) },
        effects: EditorView.scrollIntoView(place(from), { y: 'center' }),
      })
      view.focus()
    },
  }))

  const [listen] = useState<ListenToUpdates>(() => (listener: (update: ViewUpdate) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  return { host, view, listen }
}

/** Lets the browser check the spelling in the language of the text, which CodeMirror turns off. */
function spellCheck(language: Language) {
  return EditorView.contentAttributes.of({
    lang: language,
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    writingsuggestions: 'true',
  })
}

interface DebouncedChange {
  /** To be called with the text after each change. */
  changed: (text: Text) => void
  /** Calls the callback now if a change is pending. */
  flush: () => void
  /** Drops a pending change, because the text has been replaced. */
  cancel: () => void
}

/** Calls back with the text `delayMs` after its first change, because making a string of a long text at every key would delay typing. */
export function debounceChange(callback: (text: string) => void, delayMs: number): DebouncedChange {
  let pending: Text | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel() {
    clearTimeout(timer)
    pending = null
  }

  function flush() {
    const text = pending
    cancel()
    if (text) callback(text.toString())
  }

  return {
    changed(text) {
      if (!pending) timer = setTimeout(flush, delayMs)
      pending = text
    },
    flush,
    cancel,
  }
}

/** The smallest change that makes one text of another, so that cursors and undone steps stay valid; null when they are the same. */
export function replacementOf(before: string, after: string) {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** An offset of a text in the editor, which counts every kind of line break as one character. */
export function offsetInDocument(text: string, offset: number): number {
  if (!text.includes('\r')) return offset
  return text.slice(0, offset).replace(/\r\n?/g, '\n').length
}
