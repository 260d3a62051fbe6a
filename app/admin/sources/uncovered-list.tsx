import { use } from 'react'
import { t } from '#app/admin/messages.ts'
import { describeJudgeFinding } from '#app/admin/sources/panel/describe-sentence.ts'
import { SourcesContext } from '#app/admin/sources/sources-context.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** The sentences that keep an article from being published, each of which leads to its place; nothing while there are none. */
export function UncoveredList({ onGoTo }: { onGoTo: () => void }) {
  const { draft } = use(SourcesContext)
  const red = [...(draft?.states.keys() ?? [])].filter((index) => draft?.states[index] === 'red')
  if (!draft || red.length === 0) return null
  return (
    <Notice tone="problem" role="status" title={t('sources.publish.uncovered', { count: red.length })}>
      <p>{t('sources.publish.refused')}</p>
      <ul className="divide-y divide-line border-line border-y">
        {red.map((index) => {
          const { text, findings } = draft.sentences[index] ?? { text: '', findings: [] }
          return (
            <li key={index} className="py-2">
              <button
                type="button"
                className="block min-h-6 w-full text-left text-ink wrap-anywhere hover:underline"
                onClick={() => {
                  onGoTo()
                  // After the dialog has given the focus back.
                  requestAnimationFrame(() => draft.goTo(index))
                }}
              >
                {text}
              </button>
              <p className="mt-0.5 wrap-anywhere">{findings.map(describeJudgeFinding).join(' ')}</p>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
