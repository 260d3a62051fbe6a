import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SentenceState } from '#app/admin/stories/sources/live/open-sentences.ts'
import type { LiveJudgement } from '#app/admin/stories/sources/live/use-live-judge.ts'
import { describeState } from '#app/admin/stories/sources/panel/describe-sentence.ts'

type Marks = typeof import('#app/admin/stories/sources/marks/sentence-marks.client.ts')

interface SentenceMarksOptions {
  view: EditorView | null
  judged: LiveJudgement | null
  states: readonly SentenceState[]
  onCursor: (offset: number) => void
}

/** Marks the sentences of the content in its editor. Nothing is loaded before they were judged once. */
export function useSentenceMarks({ view, judged, states, onCursor }: SentenceMarksOptions): void {
  const [installed, setInstalled] = useState<{ view: EditorView; marks: Marks } | null>(null)
  const tell = useEffectEvent((offset: number) => onCursor(offset))
  const isOn = judged !== null

  useEffect(() => {
    if (!view || !isOn) return
    let isGone = false
    void import('#app/admin/stories/sources/marks/sentence-marks.client.ts').then((marks) => {
      if (isGone) return
      marks.install(
        view,
        marks.sentenceMarks((offset) => tell(offset)),
      )
      setInstalled({ view, marks })
    })
    return () => {
      isGone = true
    }
  }, [view, isOn])

  useEffect(() => {
    // Of a text that was changed meanwhile, the next judgement comes at once.
    if (!judged || !installed || installed.view !== view) return
    if (view.state.doc.length !== judged.texts.content.length) return
    const shown = judged.sentences.flatMap((sentence, index) => {
      const state = states[index]
      if (sentence.field !== 'content' || !state) return []
      const message = state === 'green' ? '' : describeState(state, sentence)
      return [{ from: sentence.from, to: sentence.to, state, message }]
    })
    installed.marks.showSentences(view, shown)
  }, [installed, view, judged, states])
}
