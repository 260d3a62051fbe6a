import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { countWordsOf } from '#app/admin/editor/text/count-words-of.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'
import { t } from '#app/admin/messages.ts'
import { minutesToRead } from '#core/domain/article-reading-time.ts'

const INTERVAL_MS = 500

/** How many words the text has, and how long it takes to read. */
export function TextStatistics({ view, listen }: { view: EditorView | null; listen: ListenToUpdates }) {
  const [words, setWords] = useState(0)
  useEffect(() => {
    if (!view) return
    let cancel: (() => void) | null = null
    const count = () => {
      cancel = null
      setWords(countWordsOf(view.state.doc))
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
      {words > 0 && ` · ${t('editor.minutes', { count: minutesToRead(words) })}`}
    </p>
  )
}
