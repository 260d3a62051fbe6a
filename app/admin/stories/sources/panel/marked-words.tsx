import { useMemo } from 'react'
import { markSharedWords } from '#app/admin/stories/sources/panel/shared-words.ts'

/** A text of a source, with the words marked that a sentence of the article shares with it. */
export function MarkedWords({ text, sentence }: { text: string; sentence: string }) {
  const parts = useMemo(() => markSharedWords(text, sentence), [text, sentence])
  return parts.map(({ text: words, isShared }, index) =>
    isShared ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice
      <mark key={index} className="bg-blue/15 font-medium text-ink">
        {words}
      </mark>
    ) : (
      words
    ),
  )
}
