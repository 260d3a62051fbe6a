import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type DebouncedChange, debounceChange } from '#app/admin/editor/view/debounce-change.ts'
import { searchPhrases } from '#app/admin/editor/view/search-phrases.ts'
import type { ContentEditorProps } from '#app/admin/newsletter/content/content-section.tsx'

/** The look of the source, from the tokens of the site, so that it follows the theme. */
const sourceTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-ink)', backgroundColor: 'var(--color-paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem 0 2rem', caretColor: 'var(--color-ink)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-gutters': {
    color: 'var(--color-faint)',
    backgroundColor: 'var(--color-paper)',
    borderRight: '1px solid var(--color-line)',
  },
  '.cm-panels': { backgroundColor: 'var(--color-wash)', color: 'var(--color-ink)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--color-orange) 28%, transparent)' },
})

const sourceHighlight = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--color-blue)' },
  { tag: tags.attributeName, color: 'var(--color-purple)' },
  { tag: tags.attributeValue, color: 'var(--color-green)' },
  { tag: [tags.comment, tags.character], color: 'var(--color-faint)' },
  { tag: tags.invalid, color: 'var(--color-red)' },
])

/** Annotates a change that comes from the draft and is not reported back to it. */
const fromOutside = Annotation.define<boolean>()
const TELL_MS = 100

/** An editor of the HTML source. Loaded lazily, in browsers only (`content-section.tsx`). */
export function SourceEditor({ value, onChange, label, readOnly }: ContentEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [changing] = useState(() => new Compartment())
  const known = useRef(value)
  const debounced = useRef<DebouncedChange>(null)

  const settings = () => [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ]
  const tell = useEffectEvent((text: string) => {
    known.current = text
    onChange(text)
  })
  const create = useEffectEvent((parent: HTMLElement, told: DebouncedChange) => {
    const extensions = [
      keymap.of([...historyKeymap, ...searchKeymap, ...standardKeymap]),
      html({ autoCloseTags: false }),
      history(),
      lineNumbers(),
      highlightSpecialChars(),
      syntaxHighlighting(sourceHighlight),
      search({ top: true }),
      EditorState.phrases.of(searchPhrases()),
      EditorView.lineWrapping,
      sourceTheme,
      changing.of(settings()),
      EditorView.updateListener.of((update) => {
        if (update.transactions.some((part) => part.docChanged && !part.annotation(fromOutside)))
          told.changed(update.state.doc)
        if (update.focusChanged && !update.view.hasFocus) told.flush()
      }),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })

  useEffect(() => {
    if (!host.current) return
    const told = debounceChange((text) => tell(text), TELL_MS)
    debounced.current = told
    const created = create(host.current, told)
    setView(created)
    return () => {
      setView(null)
      created.destroy()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `settings` is made of these
  useEffect(() => {
    view?.dispatch({ effects: changing.reconfigure(settings()) })
  }, [view, changing, readOnly, label])

  useLayoutEffect(() => {
    if (!view || value === known.current) return
    debounced.current?.cancel()
    known.current = value
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [view, value])

  // The last edit is reported before the editor unmounts and before the page is left.
  useLayoutEffect(() => {
    const flush = () => debounced.current?.flush()
    window.addEventListener('pagehide', flush, { capture: true })
    window.addEventListener('beforeunload', flush, { capture: true })
    return () => {
      flush()
      window.removeEventListener('pagehide', flush, { capture: true })
      window.removeEventListener('beforeunload', flush, { capture: true })
    }
  }, [])

  return <div ref={host} className="min-h-0 grow overflow-hidden" />
}
