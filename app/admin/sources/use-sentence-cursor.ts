import { useEffect, useState } from 'react'
import { sentenceAt, type TextPoint } from '#app/admin/sources/live/open-sentences.ts'
import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

/** The sentence in which the cursor stands, or stood before the focus went elsewhere; -1 where it was in none. */
export function useSentenceCursor(sentences: readonly JudgedSentence[], isOn: boolean) {
  const [point, moveTo] = useState<TextPoint | null>(null)

  useEffect(() => {
    if (!isOn) return
    function listen() {
      const element = document.activeElement
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return
      const field = JUDGED_FIELDS.find((name) => name === element.name)
      if (field) moveTo({ field, offset: element.selectionStart ?? 0 })
    }
    document.addEventListener('selectionchange', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('selectionchange', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [isOn])

  return { current: point ? sentenceAt(sentences, point) : -1, moveTo }
}
