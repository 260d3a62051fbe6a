import { useRef, useState } from 'react'
import { ModelNotice } from '#app/admin/ai/model-notice.tsx'
import type { ModelProblem } from '#app/admin/ai/model-problem.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { CardActions } from '#app/admin/translations/card-actions.tsx'
import { FailuresDialog } from '#app/admin/translations/failures-dialog.tsx'
import { LanguageRow } from '#app/admin/translations/language-row.tsx'
import type { TranslationState } from '#app/admin/translations/translation-state.ts'
import type { UnsavedForm } from '#app/admin/translations/translations-card.tsx'
import { lastRunsKey, type StoryTranslations } from '#app/admin/translations/translations-queries.ts'
import { UnsavedDialog } from '#app/admin/translations/unsaved-dialog.tsx'
import { UpdateDialog } from '#app/admin/translations/update-dialog.tsx'
import { type TranslateWish, useTranslate } from '#app/admin/translations/use-translate.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { cancelTranslation } from '#core/data/article-translations.ts'
import type { Article } from '#core/domain/article.ts'
import type { RunState } from '#core/domain/translation-run.ts'

interface LanguageListProps {
  article: Article
  form: UnsavedForm
  story: StoryTranslations
  states: TranslationState[]
  problem: ModelProblem | null
}

type OpenDialog =
  | { kind: 'update' }
  | { kind: 'unsaved'; wish: TranslateWish }
  | { kind: 'failures'; run: RunState }

/** A row for each language, and below them what can be done with all at once. */
export function LanguageList({ article, form, story, states, problem }: LanguageListProps) {
  const { toast } = useToast()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const translate = useTranslate(article.id)
  const cancelling = useDeskMutation({ run: cancelTranslation, invalidates: [lastRunsKey(article.id)] })
  const list = useRef<HTMLUListElement>(null)
  // The button that opened a dialog is gone when its translation has begun.
  const focusAfter = useRef<HTMLElement>(null)
  const hasModel = !problem?.isUnset
  const close = () => setDialog(null)

  function ask(wish: TranslateWish) {
    if (form.isDirty()) open({ kind: 'unsaved', wish })
    else void translate(wish)
  }

  function open(next: OpenDialog) {
    focusAfter.current = null
    setDialog(next)
  }

  function translateFromDialog(wish: TranslateWish) {
    focusAfter.current = list.current
    void translate(wish)
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
    showFailures: (run: RunState) => open({ kind: 'failures', run }),
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
          onTranslate={() => translateFromDialog(dialog.wish)}
          onClose={close}
          focusAfter={focusAfter}
        />
      )}
      {dialog?.kind === 'failures' && (
        <FailuresDialog
          run={dialog.run}
          onRetry={
            hasModel
              ? () => {
                  close()
                  const wish = { kind: 'retry', languages: [dialog.run.language] } as const
                  if (form.isDirty()) open({ kind: 'unsaved', wish })
                  else translateFromDialog(wish)
                }
              : null
          }
          onClose={close}
          focusAfter={focusAfter}
        />
      )}
    </>
  )
}
