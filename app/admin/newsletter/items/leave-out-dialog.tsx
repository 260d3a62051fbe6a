import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { DialogForm } from '#app/admin/ui/dialog-form.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
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
