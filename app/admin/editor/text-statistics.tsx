import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'
import { t } from '#app/admin/messages.ts'
import { readingMinutes } from '#core/domain/article.ts'
import { countWords, readingTimeOf } from '#core/domain/article-reading-time.ts'

const INTERVAL_MS = 500

/** How many words the text has, and how long it takes to read. */
export function TextStatistics({ view, listen }: { view: EditorView | null; listen: ListenToUpdates }) {
  const [{ words, minutes }, setCounted] = useState({ words: 0, minutes: 0 })
  useEffect(() => {
    if (!view) return
    let cancel: (() => void) | null = null
    const count = () => {
      cancel = null
      const text = view.state.doc.toString()
      setCounted({
        words: countWords(text),
        minutes: readingMinutes(readingTimeOf(text)) ?? 0,
      })
    }
    const schedule = () => {
      cancel ??= whenIdle(count, INTERVAL_MS)
    }
    schedule()
    const stop = listen((update) => update.docChanged && schedule())
    return () => {
      stop()
      cancel?.()
    }
  }, [view, listen])
  return (
    <p>
      {t('editor.words', { count: words })}
      {words > 0 && ` · ${t('editor.minutes', { count: minutes })}`}
    </p>
  )
}
