import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { restorationQuery } from '#app/admin/kit/query/desk-facts.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import {
  findSendMoment,
  parseSendTime,
  SendTime,
  type SendTimeDraft,
} from '#app/admin/newsletter/approval/send-time.tsx'
import { useSendIssue } from '#app/admin/newsletter/approval/use-send-issue.ts'
import { AudienceLine } from '#app/admin/newsletter/editions/editions-step.tsx'
import { SendMoment, useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import { isAllowed } from '#core/domain/role.ts'

/** The number of recipients after which a sending pauses, if the editor chooses that. */
const FIRST_BATCH = 50
const NUMBER = new Intl.NumberFormat('en')

interface SendStepProps {
  stored: DeskIssue
  /** True for an issue that cannot go on before it is approved. */
  mustBeApproved: boolean
  time: SendTimeDraft
  onTime: (time: SendTimeDraft) => void
}

/** The approval of an issue, and when it goes out. What is asked stays while an approval leads to the sending. */
export function SendStep({ mustBeApproved, ...props }: SendStepProps) {
  const { issue } = props.stored
  const zone = useSundaySchedule()?.newsletter_zone ?? 'UTC'
  const { question, confirm, close, ...sending } = useSendIssue(issue)
  const { data: restoration } = useQuery(restorationQuery)
  if (restoration || issue.may_have_left)
    return (
      <p className="max-w-prose text-sm text-soft">
        {t(restoration ? 'newsletterSending.siteHeld' : 'newsletterSending.unanswered')}
      </p>
    )
  return (
    <>
      {mustBeApproved ? (
        <ApprovalStep {...props} sending={sending} />
      ) : (
        <ReadyStep issue={issue} sending={sending} />
      )}
      {question && <SendDialog question={question} zone={zone} onConfirm={confirm} onClose={close} />}
    </>
  )
}

type Sending = Pick<ReturnType<typeof useSendIssue>, 'ask' | 'isBusy'>

type ApprovalProps = Omit<SendStepProps, 'mustBeApproved'> & { sending: Sending }

function ApprovalStep(props: ApprovalProps) {
  const sends = isAllowed(useMember(), 'send')
  // The time that is suggested is one of the settings.
  const settings = useQuery(settingsQuery)
  if (!sends) return <NotAllowedToSend />
  return (
    <QueryView query={settings} what={t('newsletterSteps.send.what')} pending={<Skeleton className="h-40" />}>
      {({ defaults, stored }) => <Approval {...props} schedule={{ ...defaults, ...stored }} />}
    </QueryView>
  )
}

function Approval({
  stored,
  time,
  onTime,
  schedule,
  sending: { ask, isBusy },
}: ApprovalProps & { schedule: SundaySchedule }) {
  const { issue } = stored
  const { data: active } = useQuery({ ...subscriberCountsQuery, select: (counts) => counts.active })
  const [pauses, setPauses] = useState(false)
  const [problem, setProblem] = useState('')
  // Its recipients are written down already: approving it again only lets it go on.
  const isPaused = issue.status === 'paused'
  const sends = time.kind === 'now' && !isPaused

  function start() {
    const now = new Date()
    const read = parseSendTime(time, { zone: schedule.newsletter_zone, now })
    setProblem(read.problem ?? '')
    if (read.problem !== undefined) return
    const goesOutAt = findSendMoment(time, { schedule, now })
    void ask({
      approves: true,
      sends,
      ...(read.sendAt && !isPaused && { sendAt: read.sendAt }),
      ...(goesOutAt && !isPaused && { goesOutAt }),
      ...(pauses && { pauseAfter: FIRST_BATCH }),
    })
  }

  return (
    <div className="space-y-5">
      <p className="max-w-prose text-faint text-sm">{t('newsletterSending.approval.hint')}</p>
      <AudienceLine stored={stored} />
      {!isPaused && <SendTime value={time} onChange={onTime} schedule={schedule} problem={problem} />}
      {!isPaused && (
        <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            className="size-4.5 accent-ink"
            checked={pauses}
            onChange={(event) => setPauses(event.target.checked)}
          />
          {t('newsletterSending.pauseAfter', { count: FIRST_BATCH })}
        </label>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant={sends ? 'brand' : 'primary'}
          aria-disabled={isBusy}
          onClick={() => isBusy || start()}
        >
          {isBusy ? t('newsletterSending.looking') : labelOf()}
        </Button>
        {active !== undefined && (
          <p className="text-soft text-sm">
            {t('newsletterSending.active', { count: active, active: NUMBER.format(active) })}
          </p>
        )}
      </div>
    </div>
  )

  function labelOf(): string {
    if (isPaused) return t('newsletterSending.action.approveAgain')
    if (time.kind === 'now') return t('newsletterSending.action.send')
    if (time.kind === 'later') return t('newsletterSending.action.approve')
    return t('newsletterSending.action.schedule')
  }
}

/** Shown to those who make the newsletter and may not send it. */
function NotAllowedToSend() {
  return <p className="max-w-prose text-sm text-soft">{t('newsletterSending.notAllowed')}</p>
}

/** An approved issue, which waits for its scheduled time or for an editor to send it. */
function ReadyStep({ issue, sending: { ask, isBusy } }: { issue: NewsletterIssue; sending: Sending }) {
  const sends = isAllowed(useMember(), 'send')
  const { scheduled_for: scheduledFor, into_outbox: intoOutbox } = issue
  return (
    <>
      <p className="mb-5 max-w-prose text-soft text-sm">
        {scheduledFor ? (
          <FilledMessage
            text={t(intoOutbox ? 'newsletterSending.outbox.readyAt' : 'newsletterSending.ready.scheduled')}
            values={{ time: <SendMoment iso={scheduledFor} /> }}
          />
        ) : (
          t(intoOutbox ? 'newsletterSending.outbox.ready' : 'newsletterSending.ready.waits')
        )}
      </p>
      {sends ? (
        <Button
          // One that goes out by itself needs nobody to send it.
          variant={scheduledFor ? 'secondary' : 'brand'}
          aria-disabled={isBusy}
          onClick={() => isBusy || void ask({ approves: false, sends: true })}
        >
          {isBusy
            ? t('newsletterSending.looking')
            : t(scheduledFor ? 'newsletterSending.action.sendNow' : 'newsletterSending.action.send')}
        </Button>
      ) : (
        <NotAllowedToSend />
      )}
    </>
  )
}
