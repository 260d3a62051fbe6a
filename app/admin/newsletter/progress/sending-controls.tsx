import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restorationQuery } from '#app/admin/dashboard/dashboard-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useControlSending } from '#app/admin/newsletter/progress/use-control-sending.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { SendingAction, SendingProgress } from '#core/domain/newsletter-sending.ts'
import { isAllowed } from '#core/domain/role.ts'

interface SendingControlsProps {
  issue: NewsletterIssue
  progress: SendingProgress
  mustBeApproved: boolean
}

/** The actions for a sending in its present status. */
export function SendingControls({ issue, progress, mustBeApproved }: SendingControlsProps) {
  const { control, dialog } = useControlSending(issue.id)
  const [isCancelling, setIsCancelling] = useState(false)
  const { counts } = progress
  const sends = isAllowed(useMember(), 'send')
  const { data: restoration } = useQuery(restorationQuery)
  const mayGoOn = !mustBeApproved && !restoration && !issue.may_have_left

  const button = (action: SendingAction, label: string) => (
    <Button
      key={action}
      variant={action === 'resume' ? 'primary' : 'secondary'}
      size="sm"
      aria-disabled={control.isPending}
      onClick={() => control.isPending || void control.attempt({ action })}
    >
      {control.isPending && control.variables.action === action ? t('ui.oneMoment') : label}
    </Button>
  )

  if (!sends) return null
  return (
    <div className="flex flex-wrap gap-2">
      {issue.status === 'sending' && button('pause', t('newsletterSending.control.pause'))}
      {issue.status === 'paused' && mayGoOn && button('resume', t('newsletterSending.control.resume'))}
      {['paused', 'sent'].includes(issue.status) &&
        mayGoOn &&
        counts.failed > 0 &&
        button('retry-failed', t('newsletterSending.control.retry', { count: counts.failed }))}
      {issue.status === 'paused' && (
        <Button
          variant="secondary"
          size="sm"
          className="text-red"
          aria-disabled={control.isPending}
          onClick={() => setIsCancelling(true)}
        >
          {t('newsletterSending.control.cancel')}
        </Button>
      )}
      {isCancelling && (
        <ConfirmDialog
          title={t('newsletterSending.control.cancelTitle')}
          action={t('newsletterSending.control.cancel')}
          keep={t('ui.goBack')}
          onConfirm={async () => {
            if (!control.isPending) await control.attempt({ action: 'cancel' })
          }}
          onClose={() => setIsCancelling(false)}
        >
          <p>{t('newsletterSending.control.cancelText', { count: counts.pending })}</p>
        </ConfirmDialog>
      )}
      {dialog}
    </div>
  )
}
