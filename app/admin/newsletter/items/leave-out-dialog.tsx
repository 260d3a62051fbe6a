import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

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
      <form
        method="post"
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          onDone(reason.trim() || t('newsletterIssue.leaveOut.noReason'))
        }}
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
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit">{t('newsletterIssue.leaveOut.action')}</Button>
        </div>
      </form>
    </ModalDialog>
  )
}
