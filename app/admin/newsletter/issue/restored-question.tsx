import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import { useSendIssue } from '#app/admin/newsletter/approval/use-send-issue.ts'
import { NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import { SendMoment, useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { useStep } from '#app/admin/newsletter/use-step.ts'
import { Button } from '#app/components/ui/button.tsx'
import { answerRestoredIssue } from '#core/data/backups.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { isAllowed } from '#core/domain/role.ts'

interface RestoredQuestionProps {
  issue: NewsletterIssue
  onResume: () => unknown
}

/** On a restored site: whether an issue was sent after the backup, which nobody but an editor knows. */
export function RestoredQuestion({ issue, onResume }: RestoredQuestionProps) {
  const { id, status, scheduled_for: scheduledFor, held_reason: reason } = issue
  const sends = isAllowed(useMember(), 'send')
  const zone = useSundaySchedule()?.newsletter_zone ?? 'UTC'
  const { open } = useStep(['send'], null)
  const { ask, confirm, isBusy, question, close } = useSendIssue(issue)
  const saying = useDeskMutation({
    async run(client, { wasSent }: { wasSent: boolean }) {
      if (!(await answerRestoredIssue(client, id, wasSent)))
        throw new AnswerRefusal(t('newsletter.restored.answered'))
    },
    invalidates: [NEWSLETTER_KEY],
  })
  const isAhead = isStillToCome(issue)
  const isPending = saying.isPending || isBusy

  const button = (label: string, onClick: () => void) => (
    <Button variant="secondary" size="sm" aria-disabled={isPending} onClick={() => isPending || onClick()}>
      {label}
    </Button>
  )

  async function sayNotSent(then: () => unknown) {
    if (await saying.attempt({ wasSent: false })) then()
  }

  return (
    <Notice tone="problem" className="mb-8" title={t('newsletter.restored.title')}>
      <p>
        <FilledMessage
          text={textOf(issue)}
          values={{ time: scheduledFor && <SendMoment iso={scheduledFor} /> }}
        />
      </p>
      {status === 'paused' && reason !== null && <p className="wrap-anywhere">{reason}</p>}
      {sends ? (
        <div className="flex flex-wrap gap-2">
          {button(t('newsletter.restored.sent'), () => void saying.attempt({ wasSent: true }))}
          {(status === 'draft' || isAhead) &&
            button(t('newsletter.restored.notSent'), () => void sayNotSent(() => {}))}
          {status === 'paused' && button(t('newsletter.restored.sendNow'), () => void sayNotSent(onResume))}
          {(status === 'approved' || status === 'scheduled') && (
            <>
              {button(t('newsletter.restored.sendNow'), () => void ask({ approves: false, sends: true }))}
              {!isAhead &&
                button(t('newsletter.restored.anotherDay'), () => void sayNotSent(() => open('send')))}
            </>
          )}
        </div>
      ) : (
        <p>{t('newsletterSending.notAllowed')}</p>
      )}
      {question && (
        <SendDialog question={question} zone={zone} onConfirm={() => sayNotSent(confirm)} onClose={close} />
      )}
    </Notice>
  )
}

const isStillToCome = ({ status, scheduled_for }: NewsletterIssue) =>
  status === 'scheduled' && scheduled_for !== null && Date.parse(scheduled_for) > Date.now()

function textOf(issue: NewsletterIssue): string {
  const { status } = issue
  if (status === 'draft') return t('newsletter.restored.draft')
  if (status === 'paused') return t('newsletter.restored.paused')
  if (isStillToCome(issue)) return t('newsletter.restored.scheduled')
  return t(status === 'scheduled' ? 'newsletter.restored.due' : 'newsletter.restored.approved')
}
