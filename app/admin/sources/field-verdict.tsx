import { use } from 'react'
import { describeState, TONES } from '#app/admin/sources/panel/describe-sentence.ts'
import { SourcesContext } from '#app/admin/sources/sources-context.ts'
import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'

/** What was found in the sentences of a short text, said below its field; undefined while there is nothing to look at. */
export function useFieldVerdict(name: string): React.ReactNode {
  const { draft } = use(SourcesContext)
  const field = JUDGED_FIELDS.find((judged) => judged === name)
  if (!draft || !field) return undefined
  const open = draft.sentences.flatMap((sentence, index) => {
    const state = draft.states[index]
    return sentence.field === field && state && state !== 'green' ? [{ sentence, state }] : []
  })
  if (open.length === 0) return undefined
  return open.map(({ sentence, state }) => (
    <span key={sentence.from} data-tone={TONES[state]} className="block text-accent">
      {describeState(state, sentence)}
    </span>
  ))
}
