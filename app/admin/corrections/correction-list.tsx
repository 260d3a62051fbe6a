import { useRef, useState } from 'react'
import { CorrectionForm } from '#app/admin/corrections/correction-form.tsx'
import { CORRECTIONS_KEY } from '#app/admin/corrections/corrections-queries.ts'
import { describeRefusal } from '#app/admin/corrections/describe-refusal.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { changeCorrection, deleteCorrection } from '#core/data/article-corrections.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { formatCardDate } from '#core/i18n/dates.ts'

/** From which version of an article to which one a correction has led. */
export interface Moved {
  replaced: string
  updated_at: string
}

interface CorrectionListProps {
  corrections: ArticleCorrection[]
  onMoved: (moved: Moved) => void
}

/** The corrections of an article, each of which can be changed and deleted. */
export function CorrectionList({ corrections, onMoved }: CorrectionListProps) {
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
    // Somebody else has deleted it: it is gone either way.
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
