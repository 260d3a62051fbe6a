import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import type { SendQuestion } from '#app/admin/newsletter/approval/use-send-all.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'

const NUMBER = new Intl.NumberFormat('en')

interface SendDialogProps {
  question: SendQuestion
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before an issue is sent, or approved for another time, and says to how many people. */
export function SendDialog({ question, onConfirm, onClose }: SendDialogProps) {
  const { active, findings, sends, sendAt, pauseAfter } = question
  const count = { count: active, active: NUMBER.format(active) }
  return (
    <ConfirmDialog
      title={t(sends ? 'newsletterSending.confirm.title' : 'newsletterSending.confirm.approveTitle')}
      action={labelOf()}
      destructive={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {sends
          ? t('newsletterSending.confirm.text', count)
          : t(
              sendAt ? 'newsletterSending.confirm.scheduleText' : 'newsletterSending.confirm.approveText',
              count,
            )}
      </p>
      {pauseAfter && <p>{t('newsletterSending.confirm.pause', { count: pauseAfter })}</p>}
      {findings.length > 0 && (
        <div>
          <p className="font-medium text-ink">{t('newsletterSending.confirm.findings')}</p>
          <FindingList findings={findings} />
        </div>
      )}
    </ConfirmDialog>
  )

  function labelOf(): string {
    if (findings.length > 0)
      return t(sends ? 'newsletterSending.confirm.sendAnyway' : 'newsletterSending.confirm.approveAnyway')
    return t(sends ? 'newsletterSending.confirm.send' : 'newsletterSending.confirm.approve')
  }
}
