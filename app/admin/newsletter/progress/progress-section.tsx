import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { MAIL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { NEWSLETTER_KEY, progressQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { DeliveryProblems } from '#app/admin/newsletter/progress/delivery-problems.tsx'
import { SendingControls } from '#app/admin/newsletter/progress/sending-controls.tsx'
import type { NewsletterDeliveryStatus, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { hasReachedNobody, type SendingProgress } from '#core/domain/newsletter-sending.ts'

const NUMBER = new Intl.NumberFormat('en')

interface ProgressSectionProps {
  issue: NewsletterIssue
  /** True if it cannot go on before it is approved again. */
  mustBeApproved: boolean
}

/** Shows how far the sending of an issue is, or how it ended. */
export function ProgressSection({ issue, mustBeApproved }: ProgressSectionProps) {
  const progress = useQuery(progressQuery(issue))
  const queries = useQueryClient()
  const status = progress.data?.status
  // The progress that is asked for every second may know of an end before the live update comes.
  useEffect(() => {
    if (status && status !== issue.status) void queries.invalidateQueries({ queryKey: NEWSLETTER_KEY })
  }, [status, issue.status, queries])
  return (
    <section aria-labelledby="issue-progress" className="mb-10 border border-line p-5 sm:p-6">
      <h2 id="issue-progress" tabIndex={-1} className="mb-4 font-semibold">
        {t(
          progress.data && hasReachedNobody(progress.data)
            ? 'newsletterSending.title.notSent'
            : titleKeyOf(issue, progress.data?.waiting ?? null),
        )}
      </h2>
      <QueryView query={progress} what={t('newsletterSending.progress')} pending={<ListSkeleton rows={2} />}>
        {(data) => <Progress issue={issue} progress={data} mustBeApproved={mustBeApproved} />}
      </QueryView>
    </section>
  )
}

function titleKeyOf({ status, into_outbox }: NewsletterIssue, waiting: SendingProgress['waiting']) {
  if (waiting && status === 'sending') return 'newsletterSending.title.waiting'
  if (into_outbox && status === 'sending') return 'newsletterSending.title.toOutbox'
  if (into_outbox && status === 'sent') return 'newsletterSending.title.outbox'
  if (status === 'sending') return 'newsletterSending.title.sending'
  if (status === 'paused') return 'newsletterSending.title.paused'
  return status === 'sent' ? 'newsletterSending.title.sent' : 'newsletterSending.title.cancelled'
}

function Progress({ issue, progress, mustBeApproved }: ProgressSectionProps & { progress: SendingProgress }) {
  const { counts, audience, reasons } = progress
  const listed = reasons.filter(({ status }) => status === 'failed' || status === 'pending')
  return (
    <div className="space-y-5">
      <DeliveryCounts counts={counts} audience={audience} intoOutbox={issue.into_outbox} />
      {issue.into_outbox && <p className="text-sm">{t('newsletterSending.outbox.only')}</p>}
      <p role="status" className="text-soft text-sm tabular-nums">
        {describeProgress(issue, progress)}
      </p>
      {progress.waiting && <Waiting {...progress.waiting} />}
      {progress.nextTryAt && (
        <p className="text-soft text-sm">
          {t('newsletterSending.nextTry')} <LocalTime iso={progress.nextTryAt} precision="zoned" />
        </p>
      )}
      <SendingControls issue={issue} progress={progress} mustBeApproved={mustBeApproved} />
      {listed.length > 0 && (
        <div className="text-sm">
          <h3 className="font-medium">{t('newsletterSending.reasons')}</h3>
          <ul className="mt-1 list-disc space-y-0.5 pl-5 text-soft">
            {listed.map(({ status, reason, count }) => (
              <li key={`${status} ${reason}`} className="wrap-anywhere">
                {t('newsletterSending.reason', { reason, count: NUMBER.format(count) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!issue.into_outbox && listed.length > 0 && counts.sent === 0 && (
        <Notice tone="problem" title={t('newsletterSending.refused.title')}>
          <p>{t('newsletterSending.refused.text')}</p>
          <ScreenLink
            to={MAIL_SETTINGS_PATH}
            className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
          >
            {t('newsletter.held.mailSettings')}
          </ScreenLink>
        </Notice>
      )}
      {counts.uncertain + counts.failed > 0 && (
        <div className="-mb-3">
          {counts.uncertain > 0 && (
            <DeliveryProblems
              issueId={issue.id}
              status="uncertain"
              count={counts.uncertain}
              canResend={['sending', 'paused', 'sent'].includes(issue.status) && !mustBeApproved}
            />
          )}
          {counts.failed > 0 && <DeliveryProblems issueId={issue.id} status="failed" count={counts.failed} />}
        </div>
      )}
    </div>
  )
}

/** Says that the mail server takes nothing, or thinks about what it was given. */
function Waiting({ since, reason }: NonNullable<SendingProgress['waiting']>) {
  return (
    <Notice tone="warning" title={reason ?? t('newsletterSending.waiting.slow')}>
      {reason && <p>{t('newsletterSending.waiting.text')}</p>}
      <p>
        {t('newsletterSending.waiting.since')} <LocalTime iso={since} precision="zoned" />
      </p>
    </Notice>
  )
}

function describeProgress({ status, into_outbox }: NewsletterIssue, progress: SendingProgress): string {
  const { counts, audience, perSecond, secondsLeft } = progress
  const done = t(into_outbox ? 'newsletterSending.outbox.handedOver' : 'newsletterSending.handedOver', {
    sent: NUMBER.format(counts.sent),
    total: NUMBER.format(audience),
  })
  if (status !== 'sending') return done
  const rate = t('newsletterSending.rate', {
    rate: perSecond.toLocaleString('en', { maximumFractionDigits: 1 }),
  })
  const left =
    secondsLeft === null ? [] : [t('newsletterSending.left', { duration: describeDuration(secondsLeft) })]
  return [done, rate, ...left].join(' · ')
}

/** About how long something takes. */
function describeDuration(seconds: number): string {
  if (seconds < 90)
    return t('newsletterSending.duration.seconds', { count: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('newsletterSending.duration.minutes', { count: minutes })
  return t('newsletterSending.duration.hours', { count: Math.round(minutes / 60) })
}

const STATUSES: readonly { status: NewsletterDeliveryStatus; name: string; tone: string }[] = [
  { status: 'sent', name: t('newsletterSending.status.sent'), tone: 'bg-green' },
  { status: 'failed', name: t('newsletterSending.status.failed'), tone: 'bg-red' },
  { status: 'uncertain', name: t('newsletterSending.status.uncertain'), tone: 'bg-orange' },
  { status: 'skipped', name: t('newsletterSending.status.skipped'), tone: 'bg-faint' },
  { status: 'empty', name: t('newsletterSending.status.empty'), tone: 'bg-soft' },
  { status: 'sending', name: t('newsletterSending.status.sending'), tone: 'bg-blue' },
  { status: 'pending', name: t('newsletterSending.status.pending'), tone: 'bg-line' },
]

/** The same for messages that stay in the outbox. */
const OUTBOX_STATUSES = STATUSES.map((one) => {
  if (one.status === 'sent') return { ...one, name: t('newsletterSending.title.outbox'), tone: 'bg-purple' }
  return one.status === 'sending' ? { ...one, name: t('newsletterSending.outbox.storing') } : one
})

interface DeliveryCountsProps {
  intoOutbox: boolean
  counts: Record<NewsletterDeliveryStatus, number>
  audience: number
}

/** A bar of all messages by what is known of them, and the numbers. */
function DeliveryCounts({ counts, audience, intoOutbox }: DeliveryCountsProps) {
  const done = audience - counts.pending - counts.sending
  const statuses = intoOutbox ? OUTBOX_STATUSES : STATUSES
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('newsletterSending.progress')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, audience)}
        aria-valuenow={done}
        className="flex h-2 overflow-hidden rounded-sm bg-line"
      >
        {statuses
          .filter(({ status }) => status !== 'pending')
          .map(({ status, tone }) => (
            <div
              key={status}
              className={`h-full ${tone} transition-[width] duration-300 motion-reduce:transition-none`}
              style={{ width: `${audience > 0 ? (counts[status] / audience) * 100 : 0}%` }}
            />
          ))}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-7">
        {statuses.map(({ status, name, tone }) => (
          <div key={status}>
            <dt className="flex items-center gap-2 text-faint">
              <span aria-hidden className={`size-2 shrink-0 border border-edge/40 ${tone}`} />
              {name}
            </dt>
            <dd className="font-medium text-lg tabular-nums">{NUMBER.format(counts[status])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
