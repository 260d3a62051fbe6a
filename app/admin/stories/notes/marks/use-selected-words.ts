import type { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useRef } from 'react'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import { MAX_NOTE_QUOTE } from '#core/domain/article-note.ts'
import { anchorAt, type TextAnchor } from '#core/domain/text-anchor.ts'

/** What words of an article are written in. */
const WRITTEN = `.cm-content, ${SHORT_TEXTS.map((name) => `[name=${name}]`).join(', ')}`

/** Returns a function that finds the words which are selected in the form, or were when the focus went to a button; null without any. */
export function useSelectedWords() {
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
