import { useEffect, useRef, useState } from 'react'
import { ModelNotice, type ModelProblem } from '#app/admin/ai/ai-model.tsx'
import { languageName } from '#app/admin/article/language-name.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RowActions, type RowCommands } from '#app/admin/translations/row-actions.tsx'
import { UnsavedDialog, UpdateDialog } from '#app/admin/translations/translate-dialogs.tsx'
import type { TranslationState, TranslationStatus } from '#app/admin/translations/translation-state.ts'
import { RunProgress, StateHints, StatusBadge } from '#app/admin/translations/translation-status.tsx'
import type { UnsavedForm } from '#app/admin/translations/translations-card.tsx'
import { lastRunsKey, type StoryTranslations } from '#app/admin/translations/translations-queries.ts'
import { type TranslateRequest, useTranslate } from '#app/admin/translations/use-translate.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { cancelTranslation } from '#core/data/article-translations.ts'
import type { Article } from '#core/domain/article.ts'
import type { RunState } from '#core/domain/translation-run.ts'

const CONTROLS = 'button, a[href]'

interface CardActionsProps {
  states: readonly TranslationState[]
  ask: (request: TranslateRequest) => void
  onUpdate: () => void
}

interface LanguageRowProps {
  state: TranslationState
  commands: RowCommands
}

interface LanguageListProps {
  article: Article
  form: UnsavedForm
  story: StoryTranslations
  states: TranslationState[]
  problem: ModelProblem | null
}

type OpenDialog = { kind: 'update' } | { kind: 'unsaved'; request: TranslateRequest }

/** A row for each language, and below them what can be done with all at once. */
export function LanguageList({ article, form, story, states, problem }: LanguageListProps) {
  const { toast } = useToast()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const translate = useTranslate(article.id)
  const cancelling = useDeskMutation({ run: cancelTranslation, invalidates: [lastRunsKey(article.id)] })
  const list = useRef<HTMLUListElement>(null)
  // Starting a translation removes the button that opened the dialog.
  const focusAfter = useRef<HTMLElement>(null)
  const hasModel = !problem?.isUnset
  const close = () => setDialog(null)

  function ask(request: TranslateRequest) {
    if (form.isDirty()) open({ kind: 'unsaved', request })
    else void translate(request)
  }

  function open(next: OpenDialog) {
    focusAfter.current = null
    setDialog(next)
  }

  function translateFromDialog(request: TranslateRequest) {
    focusAfter.current = list.current
    void translate(request)
  }

  function cancel({ id }: RunState) {
    cancelling.mutate(id, {
      onError: (error) =>
        toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' }),
    })
  }

  const existing = states.filter(({ version }) => version !== null)
  const isUnderWay = ({ status }: TranslationState) => ['running', 'queued', 'paused'].includes(status)
  const idle = existing.filter((state) => !isUnderWay(state)).map(({ language }) => language)

  function update() {
    if (existing.length === 0)
      toast({ title: t('translations.toast.none'), description: t('translations.toast.noneText') })
    else if (idle.length === 0)
      toast({ title: t('translations.toast.busy'), description: t('translations.toast.busyText') })
    else open({ kind: 'update' })
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
      {hasModel && <CardActions states={states} ask={ask} onUpdate={update} />}
      {dialog?.kind === 'update' && (
        <UpdateDialog
          languages={idle}
          underWay={existing.filter(isUnderWay).map(({ language }) => language)}
          reviewed={story.reviewed}
          onUpdate={(renewAll) => ask({ kind: 'update', languages: idle, renewAll })}
          onClose={() => setDialog((open) => (open?.kind === 'update' ? null : open))}
        />
      )}
      {dialog?.kind === 'unsaved' && (
        <UnsavedDialog
          isPublished={article.published}
          onSave={form.save}
          onTranslate={() => translateFromDialog(dialog.request)}
          onClose={close}
          focusAfter={focusAfter}
        />
      )}
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

/** What can be done with all translations at once. */
function CardActions({ states, ask, onUpdate }: CardActionsProps) {
  const languagesWith = (status: TranslationStatus) =>
    states.filter((state) => state.status === status).map(({ language }) => language)
  const missing = languagesWith('missing')
  const failed = languagesWith('failed')
  const focus = useRestoredRowFocus<HTMLDivElement>()
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
      <Button size="sm" variant="secondary" onClick={onUpdate}>
        {t('translations.action.update')}
      </Button>
    </div>
  )
}

/**
 * Keeps the focus in a row whose controls change with its state: when the focused one disappears, the first one gets the focus.
 * @returns the props of the row element
 */
function useRestoredRowFocus<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const lost = focused.current instanceof Node && !focused.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    // During a request the row may have no control; a later rendering moves the focus.
    row.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
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
