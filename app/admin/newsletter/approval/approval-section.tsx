import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { Rehearsal } from '#app/admin/newsletter/approval/rehearsal.tsx'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import { parseSendTime, SEND_NOW, SendTime } from '#app/admin/newsletter/approval/send-time.tsx'
import { useSendIssue } from '#app/admin/newsletter/approval/use-send-issue.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { checkQuery, describeFailure } from '#app/admin/newsletter/newsletter-queries.ts'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ChecklistProps {
  issue: NewsletterIssue
  onShow: (language: Language) => void
}

/** The number of recipients after which a sending pauses, if the editor chooses that. */
const FIRST_BATCH = 50
const DEFAULT_SCHEDULE: SundaySchedule = { newsletter_time: '09:00', newsletter_zone: 'UTC' }
const NUMBER = new Intl.NumberFormat('en')

interface ApprovalSectionProps {
  issue: NewsletterIssue
  onShow: (language: Language) => void
}

/** The checklist, the rehearsal and the approval of an issue. */
export function ApprovalSection({ issue, onShow }: ApprovalSectionProps) {
  const { data: settings } = useQuery(settingsQuery)
  const { data: active } = useQuery({ ...subscriberCountsQuery, select: (counts) => counts.active })
  const [time, setTime] = useState(SEND_NOW)
  const [pauses, setPauses] = useState(false)
  const [problem, setProblem] = useState('')
  const { ask, confirm, isBusy, question, close } = useSendIssue(issue)
  const schedule = { ...DEFAULT_SCHEDULE, ...settings?.defaults, ...settings?.stored }
  // Its recipients are written down already: approving it again only lets it go on.
  const isPaused = issue.status === 'paused'
  const sends = time.kind === 'now' && !isPaused

  function start() {
    const read = parseSendTime(time, { zone: schedule.newsletter_zone, now: new Date() })
    setProblem(read.problem ?? '')
    if (read.problem !== undefined) return
    void ask({
      approves: true,
      sends,
      ...(read.sendAt && !isPaused && { sendAt: read.sendAt }),
      ...(pauses && { pauseAfter: FIRST_BATCH }),
    })
  }

  return (
    <section aria-labelledby="issue-approval" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-approval" tabIndex={-1} className="font-semibold">
        {t(issue.held_reason === null ? 'newsletterSending.approval' : 'newsletterSending.approval.again')}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-faint text-sm">{t('newsletterSending.approval.hint')}</p>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 *:min-w-0 lg:grid-cols-2">
        <Checklist issue={issue} onShow={onShow} />
        <Rehearsal issue={issue} />
      </div>
      <div className="mt-8 space-y-5">
        {!isPaused && <SendTime value={time} onChange={setTime} schedule={schedule} problem={problem} />}
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
      {question && <SendDialog question={question} onConfirm={confirm} onClose={close} />}
    </section>
  )

  function labelOf(): string {
    if (isPaused) return t('newsletterSending.action.approveAgain')
    if (time.kind === 'now') return t('newsletterSending.action.send')
    if (time.kind === 'later') return t('newsletterSending.action.approve')
    return t('newsletterSending.action.schedule')
  }
}

/** The findings of the checklist for the present revision of the issue. */
function Checklist({ issue, onShow }: ChecklistProps) {
  const { flush } = useIssueDraft()
  const { data, error, isFetching, refetch } = useQuery(checkQuery(issue))
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium text-sm">{t('newsletterSending.checklist')}</h3>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isFetching}
          onClick={() => isFetching || void flush().then(() => refetch())}
        >
          {t(isFetching ? 'newsletterSending.checklist.busy' : 'newsletterSending.checklist.run')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2">
        {error && (
          <p className="text-red text-sm">
            {t('newsletterSending.checklist.failed', { message: describeFailure(error) })}
          </p>
        )}
        {data && (
          <>
            {data.findings.length > 0 ? (
              <FindingList findings={data.findings} onShow={onShow} />
            ) : (
              <p className="text-green text-sm">{t('newsletterSending.checklist.clean')}</p>
            )}
            <p className="mt-2 text-faint text-xs">
              <FilledMessage
                text={t('newsletterSending.checklist.at')}
                values={{ time: <LocalTime iso={data.at} precision="minute" /> }}
              />{' '}
              {data.revision !== issue.revision && t('newsletterSending.checklist.changed')}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** An approved issue, which waits for its scheduled time or for an editor to send it. */
export function ReadySection({ issue }: { issue: NewsletterIssue }) {
  const { ask, confirm, isBusy, question, close } = useSendIssue(issue)
  const { scheduled_for: scheduledFor, into_outbox: intoOutbox } = issue
  return (
    <section aria-labelledby="issue-ready" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-ready" tabIndex={-1} className="font-semibold">
        {t('newsletterSending.ready')}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        {scheduledFor ? (
          <FilledMessage
            text={t(intoOutbox ? 'newsletterSending.outbox.readyAt' : 'newsletterSending.ready.scheduled')}
            values={{ time: <LocalTime iso={scheduledFor} precision="minute" /> }}
          />
        ) : (
          t(intoOutbox ? 'newsletterSending.outbox.ready' : 'newsletterSending.ready.waits')
        )}
      </p>
      <Button
        variant="brand"
        aria-disabled={isBusy}
        onClick={() => isBusy || void ask({ approves: false, sends: true })}
      >
        {isBusy ? t('newsletterSending.looking') : t('newsletterSending.action.send')}
      </Button>
      {question && <SendDialog question={question} onConfirm={confirm} onClose={close} />}
    </section>
  )
}
