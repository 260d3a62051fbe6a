import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { whenIdle } from '#app/admin/editor/view/when-idle.ts'
import { t } from '#app/admin/kit/messages.ts'
import { countWords, minutesToRead } from '#core/domain/article-reading-time.ts'

const INTERVAL_MS = 500

/** The number of words of the text, and the time that it takes to read. */
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

/** Versions of a text share their nodes, so that only changed nodes are counted again. */
const counted = new WeakMap<Text, number>()

/** The number of words in a text of the editor. No word goes over the end of a line, and parts end with lines. */
export function countWordsOf(text: Text): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  const words = text.children
    ? text.children.reduce((sum, part) => sum + countWordsOf(part), 0)
    : countWords(text.toString())
  counted.set(text, words)
  return words
}
