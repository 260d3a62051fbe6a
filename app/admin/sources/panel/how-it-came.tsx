import { useState } from 'react'
import { useModelProblem } from '#app/admin/ai/ai-model.tsx'
import { useHasNewsroom } from '#app/admin/dashboard/dashboard-queries.ts'
import { t } from '#app/admin/messages.ts'
import type { SourcedDraft } from '#app/admin/sources/sources-context.ts'
import { Folded } from '#app/admin/ui/folded.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** What the model did, a second opinion of it, and what all of this proves. */
export function HowItCame({ draft }: { draft: SourcedDraft }) {
  const { article } = draft.stored
  const hasNewsroom = useHasNewsroom()
  const { model, drafted_at, dropped, questioned_at, questioned_model } = article
  return (
    <div className="mt-6 space-y-3 border-line border-t pt-4 text-sm">
      {model && drafted_at && (
        <p className="text-soft">
          {t('sources.drafted', { model })} <LocalTime iso={drafted_at} precision="minute" />
        </p>
      )}
      {dropped.length > 0 && (
        <Folded title={t('sources.dropped', { count: dropped.length })}>
          <ul className="space-y-2">
            {dropped.map(({ text }) => (
              <li key={text} className="border-line border-l-2 pl-3 text-soft wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {hasNewsroom && draft.rights.edits && <SecondOpinion draft={draft} />}
      {questioned_at && (
        <p className="text-faint">
          {t('sources.question.last', { model: questioned_model ?? '' })}{' '}
          <LocalTime iso={questioned_at} precision="minute" />
        </p>
      )}
      <p className="text-faint">{t('sources.proves')}</p>
    </div>
  )
}

/** Asks the model which sentences it doubts, where there is one. */
function SecondOpinion({ draft: { actions } }: { draft: SourcedDraft }) {
  const problem = useModelProblem()
  const [isAsking, setIsAsking] = useState(false)
  const [said, setSaid] = useState('')
  if (problem !== null) return null

  async function ask() {
    if (isAsking) return
    setIsAsking(true)
    setSaid('')
    const doubts = await actions.question()
    setIsAsking(false)
    if (doubts !== null)
      setSaid(doubts === 0 ? t('sources.question.none') : t('sources.question.done', { count: doubts }))
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" aria-disabled={isAsking} onClick={() => void ask()}>
        {isAsking ? t('ui.oneMoment') : t('sources.question.ask')}
      </Button>
      <p role="status" className="text-soft">
        {said}
      </p>
    </div>
  )
}
