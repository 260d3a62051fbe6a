import { useEffect, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { sentenceAt, type TextPoint } from '#app/admin/stories/sources/live/open-sentences.ts'
import type { SourceActions } from '#app/admin/stories/sources/use-source-actions.ts'
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

interface SourceKeysOptions {
  isOn: boolean
  /** The sentence under the cursor. */
  current: JudgedSentence | undefined
  actions: SourceActions
  walk: (direction: 'next' | 'previous') => void
  /** Shows where it is done in the panel. */
  ask: (what: 'cite' | 'sign') => void
  /** Said to screen readers. */
  say: (sentence: string) => void
}

/** The keys of an article that rests on sources. */
export function useSourceKeys({ isOn, current, actions, walk, ask, say }: SourceKeysOptions): void {
  function uncite() {
    if (current) say(t(actions.uncite(current) ? 'sources.cite.taken' : 'sources.cite.none'))
  }
  const keys = [
    { key: 'k', alt: true, run: () => walk('next') },
    { key: 'k', alt: true, shift: true, run: () => walk('previous') },
    { key: 'o', alt: true, run: () => current && ask('cite') },
    { key: 'o', alt: true, shift: true, run: uncite },
    { key: 'g', alt: true, run: () => current && ask('sign') },
  ]
  useShortcuts(isOn ? keys : [])
}
