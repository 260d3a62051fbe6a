import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DeskForm, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import {
  addCorrection,
  changeCorrection,
  deleteCorrection,
  listCorrections,
} from '#core/data/article-corrections.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleCorrection, CorrectionAnswer } from '#core/domain/article-correction.ts'
import { correctionInput } from '#core/domain/article-input.ts'
import { formatCardDate } from '#core/i18n/dates.ts'

interface CorrectionsPanelProps {
  article: Article
  onChanged: (article: Article) => void
}

/** The corrections of a published article, and a form for another one. */
export function CorrectionsPanel({ article, onChanged }: CorrectionsPanelProps) {
  const { toast } = useToast()
  const corrections = useQuery({ ...correctionsQuery(article.id), enabled: article.published })
  const add = useDeskMutation({ run: addCorrection, invalidates: [CORRECTIONS_KEY] })

  /** When another editor has saved the article meanwhile, the form stays as it is, and its next save reports the conflict. */
  function follow({ replaced, updated_at }: Moved) {
    if (replaced === article.updated_at) onChanged({ ...article, updated_at })
  }

  async function submit(text: string): Promise<string | null> {
    const answer = await add.mutateAsync({ articleId: article.id, text })
    if (answer.status !== 'added') return describeRefusal(answer.status)
    follow(answer)
    toast({ title: t('ui.success'), description: t('corrections.added') })
    return null
  }

  if (!article.published) return null
  return (
    <RailSection id="corrections" title={t('corrections.title')} intro={t('corrections.intro')}>
      <QueryView query={corrections} what={t('corrections.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => <CorrectionList corrections={rows} onMoved={follow} />}
      </QueryView>
      <CorrectionForm
        label={t('corrections.new')}
        hint={t('corrections.new.hint')}
        action={t('corrections.add')}
        busyAction={t('corrections.add.busy')}
        submit={submit}
        className="mt-6 max-w-prose"
      />
    </RailSection>
  )
}

export const CORRECTIONS_KEY = ['corrections']

export const correctionsQuery = (articleId: string) =>
  deskQuery([...CORRECTIONS_KEY, articleId], (client) => listCorrections(client, articleId))

type Refused = Exclude<CorrectionAnswer['status'], 'added'>

const SENTENCES: Record<Refused, string> = {
  gone: t('corrections.refused.gone'),
  not_published: t('corrections.refused.notPublished'),
  too_many: t('corrections.refused.tooMany'),
}

/** Says why a correction was not published, changed or deleted. */
export function describeRefusal(status: Refused): string {
  return SENTENCES[status]
}

/** The versions of an article before and after a correction. */
interface Moved {
  replaced: string
  updated_at: string
}

interface CorrectionListProps {
  corrections: ArticleCorrection[]
  onMoved: (moved: Moved) => void
}

/** The corrections of an article, each of which can be changed and deleted. */
function CorrectionList({ corrections, onMoved }: CorrectionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const [asked, setAsked] = useState<ArticleCorrection | null>(null)
  const { toast } = useToast()
  const change = useDeskMutation({ run: changeCorrection, invalidates: [CORRECTIONS_KEY] })
  const remove = useDeskMutation({ run: deleteCorrection, invalidates: [CORRECTIONS_KEY] })

  async function save(id: string, text: string): Promise<string | null> {
    const answer = await change.mutateAsync({ id, text })
    if (answer.status === 'gone') return describeRefusal('gone')
    onMoved(answer)
    toast({ title: t('ui.success'), description: t('corrections.changed') })
    close()
    return null
  }

  async function confirmDeletion(id: string) {
    const answer = await remove.mutateAsync(id)
    // Another editor has deleted it already, with the same result.
    if (answer.status !== 'gone') onMoved(answer)
    toast({ title: t('ui.success'), description: t('corrections.deleted') })
  }

  function close() {
    setEdited(null)
    list.current?.focus()
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={t('corrections.title')} className="divide-y divide-line">
        {corrections.length === 0 && <li className="text-sm text-soft">{t('corrections.empty')}</li>}
        {corrections.map((correction) => {
          const { id, text, corrected_at } = correction
          const date = formatCardDate(corrected_at, 'en')
          return (
            <li key={id} className="py-4 first:pt-0">
              <p className="text-faint text-sm">
                <LocalTime iso={corrected_at} precision="day" />
              </p>
              {edited === id ? (
                <CorrectionForm
                  label={t('corrections.edit.field')}
                  initial={text}
                  action={t('corrections.save')}
                  busyAction={t('corrections.save.busy')}
                  submit={(changed) => save(id, changed)}
                  more={
                    <Button variant="secondary" onClick={close}>
                      {t('corrections.back')}
                    </Button>
                  }
                  className="mt-2 max-w-prose"
                />
              ) : (
                <>
                  <p className="mt-0.5 max-w-prose whitespace-pre-line text-sm wrap-anywhere">{text}</p>
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={t('corrections.edit.label', { date })}
                      onClick={() => setEdited(id)}
                    >
                      {t('corrections.edit')}
                    </Button>
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={t('corrections.delete.label', { date })}
                      onClick={() => setAsked(correction)}
                    >
                      {t('corrections.delete')}
                    </Button>
                  </div>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('corrections.delete.title')}
          action={t('corrections.delete')}
          onConfirm={() => confirmDeletion(asked.id)}
          onClose={() => setAsked(null)}
          focusAfter={list}
        >
          <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{asked.text}</p>
          <p>{t('corrections.delete.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface CorrectionFormProps {
  label: string
  hint?: string
  /** The present text of the correction. */
  initial?: string
  action: string
  busyAction: string
  /** Resolves to why it was refused, or null; then the field is emptied. */
  submit: (text: string) => Promise<string | null>
  more?: React.ReactNode
  inDialog?: boolean
  className?: string
}

/** The text of a correction. */
export function CorrectionForm({ initial = '', submit, label, hint, ...form }: CorrectionFormProps) {
  const state = useDeskForm({
    schema: correctionInput,
    initial: { text: initial },
    async submit({ text }) {
      const refusal = await submit(text)
      if (refusal) state.form.setError('root', { message: refusal })
      else state.form.reset()
    },
  })
  const { register, formState, setFocus } = state.form
  const isChange = initial !== ''
  // The form replaces the button that opened it.
  useEffect(() => {
    if (isChange) setFocus('text')
  }, [isChange, setFocus])
  return (
    <DeskForm state={state} label={label} secondary={!form.inDialog} {...form}>
      <Field label={label} hint={hint} error={formState.errors.text?.message}>
        {(control) => (
          <textarea rows={3} {...register('text')} {...control} readOnly={formState.isSubmitting} />
        )}
      </Field>
    </DeskForm>
  )
}
