import { useEffect, useRef } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModelNotice, type ModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { RowActions, type RowCommands } from '#app/admin/stories/translations/row-actions.tsx'
import { useAskedTranslations } from '#app/admin/stories/translations/translate-dialogs.tsx'
import type {
  TranslationState,
  TranslationStatus,
} from '#app/admin/stories/translations/translation-state.ts'
import { RunProgress, StateHints, StatusBadge } from '#app/admin/stories/translations/translation-status.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { lastRunsKey } from '#app/admin/stories/translations/translations-queries.ts'
import type { TranslateRequest } from '#app/admin/stories/translations/use-translate.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { cancelTranslation } from '#core/data/article-translations.ts'
import type { Article } from '#core/domain/article.ts'
import type { RunState } from '#core/domain/translation-run.ts'

const CONTROLS = 'button, a[href]'

interface CardActionsProps {
  states: readonly TranslationState[]
  ask: (request: TranslateRequest) => void
  /** Gets the focus when there is nothing left to do with all of them. */
  list: React.RefObject<HTMLElement | null>
}

interface LanguageRowProps {
  state: TranslationState
  commands: RowCommands
}

interface LanguageListProps {
  article: Article
  form: UnsavedForm
  states: TranslationState[]
  problem: ModelProblem | null
}

/** A row for each language, and below them what can be done with several at once. */
export function LanguageList({ article, form, states, problem }: LanguageListProps) {
  const { toast } = useToast()
  const cancelling = useDeskMutation({ run: cancelTranslation, invalidates: [lastRunsKey(article.id)] })
  const list = useRef<HTMLUListElement>(null)
  const { ask, dialog } = useAskedTranslations({ article, form, focusAfter: list })
  const hasModel = !problem?.isUnset

  function cancel({ id }: RunState) {
    cancelling.mutate(id, {
      onError: (error) =>
        toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' }),
    })
  }

  const commands = {
    originalId: article.id,
    hasModel,
    ask,
    cancel,
  }
  return (
    <>
      {problem && <ModelNotice problem={problem} className="mb-2" />}
      <ul ref={list} tabIndex={-1} aria-labelledby="translations" className="divide-y divide-line">
        {states.map((state) => (
          <LanguageRow key={state.language} state={state} commands={commands} />
        ))}
      </ul>
      {hasModel && <CardActions states={states} ask={ask} list={list} />}
      {dialog}
    </>
  )
}

/** The translation into one language: its state, what else is to be known, and what can be done. */
function LanguageRow({ state, commands }: LanguageRowProps) {
  const { language, status } = state
  const focus = useRestoredRowFocus<HTMLLIElement>()
  return (
    <li {...focus} aria-label={languageName(language)} className="space-y-1.5 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={status === 'missing' ? 'text-soft' : 'font-medium'}>{languageName(language)}</span>
        <StatusBadge status={status} />
      </div>
      <StateDetails state={state} />
      <RowActions state={state} commands={commands} />
    </li>
  )
}

function StateDetails({ state: { status, run, hints } }: { state: TranslationState }) {
  if (status === 'running' && run) return <RunProgress run={run} />
  return (
    <>
      {run?.reason && <p className="break-words text-soft">{run.reason}</p>}
      {status !== 'queued' && <StateHints hints={hints} />}
    </>
  )
}

/** The actions for several translations at once. */
function CardActions({ states, ask, list }: CardActionsProps) {
  const languagesWith = (status: TranslationStatus) =>
    states.filter((state) => state.status === status).map(({ language }) => language)
  const missing = languagesWith('missing')
  const failed = languagesWith('failed')
  const focus = useRestoredRowFocus<HTMLDivElement>(list)
  return (
    <div {...focus} className="mt-3 flex flex-wrap gap-2">
      {missing.length > 0 && (
        <Button size="sm" onClick={() => ask({ kind: 'translate', languages: missing })}>
          {t('translations.action.allMissing')}
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          size="sm"
          variant={missing.length > 0 ? 'secondary' : 'primary'}
          onClick={() => ask({ kind: 'retry', languages: failed })}
        >
          {t('translations.action.retryFailed')}
        </Button>
      )}
    </div>
  )
}

/**
 * Keeps the focus in a row whose controls change with its state: when the focused one disappears, the first one gets the focus, or
 * else the other element.
 * @returns the props of the row element
 */
function useRestoredRowFocus<Row extends HTMLElement>(otherwise?: React.RefObject<HTMLElement | null>) {
  const row = useRef<Row>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const lost = focused.current instanceof Node && !focused.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    // During a request the row may have no control; a later rendering moves the focus.
    const control = row.current?.querySelector<HTMLElement>(CONTROLS) ?? otherwise?.current
    control?.focus({ preventScroll: true })
  })
  return {
    ref: row,
    onFocus: ({ target }: React.FocusEvent) => {
      focused.current = target
    },
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}
