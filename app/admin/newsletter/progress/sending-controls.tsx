import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { restorationQuery } from '#app/admin/kit/query/desk-facts.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import { failedAs, NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import { useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { type BesideAnswer, controlNewsletter, type SendingControl } from '#core/data/newsletter-sending.ts'
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

/** Controls a sending. `dialog` asks about other issues that some of the same people get within a day, as before an issue is sent. */
export function useControlSending(issueId: string, { done }: { done?: () => void } = {}) {
  const [question, setQuestion] = useState<(BesideAnswer & { control: SendingControl }) | null>(null)
  const zone = useSundaySchedule()?.newsletter_zone ?? 'UTC'
  const control = useDeskMutation({
    async run(client, asked: SendingControl) {
      const answer = await controlNewsletter(client, issueId, asked)
      return answer.status === 'beside' ? answer : answerOf(answer)
    },
    invalidates: [NEWSLETTER_KEY],
    done: (answer, asked) =>
      answer.status === 'beside' ? setQuestion({ ...answer, control: asked }) : done?.(),
    failed: failedAs(t('newsletterSending.control.failed')),
  })
  const dialog = question && (
    <SendDialog
      question={question}
      zone={zone}
      onConfirm={async () => {
        // Closed here, because the answer may be another question.
        setQuestion(null)
        void control.attempt({ ...question.control, alongside: question.others.map(({ id }) => id) })
        return false
      }}
      onClose={() => setQuestion(null)}
    />
  )
  return { control, dialog }
}
