import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { DialogForm, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { DeskIssueItem } from '#core/data/newsletter-issues.ts'

interface LeaveOutDialogProps {
  title: string
  onDone: (reason: string) => void
  onClose: () => void
}

/** As long as the database allows. */
const REASON_MAX_LENGTH = 300

/** Asks why an article is left out of the issue, for the other editors. */
export function LeaveOutDialog({ title, onDone, onClose }: LeaveOutDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ModalDialog title={t('newsletterIssue.leaveOut.title')} onClose={onClose}>
      <DialogForm
        submit={t('newsletterIssue.leaveOut.action')}
        onSubmit={() => onDone(reason.trim() || t('newsletterIssue.leaveOut.noReason'))}
        onClose={onClose}
      >
        <p className="text-sm text-soft wrap-anywhere">{title}</p>
        <TextField
          label={t('newsletterIssue.leaveOut.reason')}
          hint={t('newsletterIssue.leaveOut.hint')}
          autoComplete="off"
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </ModalDialog>
  )
}

interface LeftOutListProps {
  items: readonly DeskIssueItem[]
  readOnly: boolean
  onPutBack: (item: DeskIssueItem) => void
}

/** The articles that are not in the issue, each with the reason. */
export function LeftOutList({ items, readOnly, onPutBack }: LeftOutListProps) {
  if (items.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-sm underline underline-offset-4">
        {t('newsletterIssue.leftOut', { count: items.length })}
      </summary>
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const title = item.articles[0]?.title ?? ''
          return (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 text-sm">
                <p className="wrap-anywhere">{title}</p>
                <p className="mt-0.5 text-faint wrap-anywhere">{item.left_out}</p>
              </div>
              {!readOnly && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('newsletterIssue.putBack.name', { title })}
                  onClick={() => onPutBack(item)}
                >
                  {t('newsletterIssue.putBack')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
