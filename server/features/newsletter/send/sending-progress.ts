import { setTimeout as delay } from 'node:timers/promises'
import type { NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import type { SendingAnswer, SendingProgress } from '#core/domain/newsletter-sending.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

const NO_COUNTS: Record<NewsletterDeliveryStatus, number> = {
  pending: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  uncertain: 0,
  skipped: 0,
  empty: 0,
}

/** The number of reasons that are listed. */
const MAX_REASONS = 20
const RATE_SECONDS = 60
/** A mail server that takes longer for its answer is waited for. */
const SILENT_SECONDS = 20

type Row = Omit<SendingProgress, 'counts' | 'perSecond' | 'secondsLeft'> & {
  counts: Partial<SendingProgress['counts']>
  recent: number
  /** The seconds since the first of them. */
  seconds: number
}

/** Reads the progress of an issue in one snapshot, without addresses; null when there is no such issue. */
export async function readProgress(sql: Session, issueId: string): Promise<SendingProgress | null> {
  const [row] = await sql<Row[]>`
    with delivery as materialized (
      select status, private.without_addresses(reason) as reason, settled_at, due_at
      from public.newsletter_deliveries where issue_id = ${issueId}
    ), recent as (
      select count(*)::int as count, extract(epoch from now() - min(settled_at)) as seconds from delivery
      where status = 'sent' and settled_at > now() - make_interval(secs => ${RATE_SECONDS})
    )
    select issue.id as "issueId", issue.status, into_outbox as "intoOutbox",
      coalesce(held_reason, case when issue.status = 'paused' then (
        select reason from public.newsletter_issue_events
        where issue_id = issue.id and event = 'paused' order by id desc limit 1) end) as "heldReason", coalesce(audience, 0) as audience,
      started_at as "startedAt", ended_at as "endedAt",
      coalesce((select jsonb_object_agg(status, count) from (
        select status, count(*) from delivery group by status) as counted), '{}') as counts,
      (select min(due_at) from delivery where status = 'pending') as "nextTryAt",
      case when issue.status = 'sending' and (waiting_since is not null or silent_since < now() - make_interval(secs => ${SILENT_SECONDS})
          and exists (select from delivery where status = 'sending'))
        then jsonb_build_object('since', coalesce(waiting_since, silent_since), 'reason', waiting_reason) end as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('status', status, 'reason', reason, 'count', count)) from (
        select status, reason, count(*) from delivery where reason is not null
        group by status, reason order by count(*) desc, reason limit ${MAX_REASONS}) as explained), '[]') as reasons,
      recent.count as recent, greatest(1, coalesce(recent.seconds, 1))::float8 as seconds
    from recent, public.newsletter_issues as issue cross join lateral (
      select greatest(progressed_at, (select max(happened_at) from public.newsletter_issue_events where issue_id = issue.id),
        (select max(claimed_at) from private.newsletter_batches where issue_id = issue.id)) as silent_since) as silence
    where issue.id = ${issueId}`
  if (!row) return null
  const { recent, seconds, ...known } = row
  const counts = { ...NO_COUNTS, ...known.counts }
  const perSecond = Math.round((recent / seconds) * 10) / 10
  const left = counts.pending + counts.sending
  const isMoving = known.status === 'sending' && perSecond > 0
  return { ...known, counts, perSecond, secondsLeft: isMoving ? Math.ceil(left / perSecond) : null }
}

const INTERVAL_MS = 250
/** A large audience is polled less often, because reading its progress takes longer. */
const MAX_INTERVAL_MS = 2_000
const MAX_ERRORS = 100

/** Waits until the sending of an issue has ended, `waitMs` have passed, or the client has disconnected. Null when the issue was deleted. */
export async function waitForSending(
  sql: Sql,
  issueId: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<SendingProgress | null> {
  const end = performance.now() + waitMs
  for (;;) {
    const progress = await readProgress(sql, issueId)
    if (progress?.status !== 'sending' || performance.now() >= end || signal.aborted) return progress
    const interval = Math.min(Math.max(INTERVAL_MS, progress.audience / 25), MAX_INTERVAL_MS)
    await delay(Math.min(interval, end - performance.now()), undefined, { signal }).catch(() => {})
  }
}

/** The response to a call that sends an issue; it names the recipients of failed messages to who may see addresses. */
export async function answerOf(
  sql: Sql,
  progress: SendingProgress,
  { showsAddresses }: { showsAddresses: boolean },
): Promise<SendingAnswer> {
  const { issueId, status, intoOutbox, heldReason, audience, counts } = progress
  const problem =
    heldReason ??
    (status === 'paused' ? 'The newsletter is paused.' : null) ??
    (status === 'cancelled' ? 'The newsletter has been cancelled.' : null)
  return {
    success: problem === null,
    totalSent: counts.sent,
    totalSubscribers: audience,
    errors: await listErrors(sql, issueId, showsAddresses),
    ...(problem !== null && { error: problem }),
    ...(intoOutbox && {
      inOutbox: true,
      message: `The newsletter is in the outbox: ${counts.sent} of ${audience} messages. Nobody gets it, because no mail left this site.`,
    }),
    issueId,
    running: status === 'sending',
  }
}

/** The reasons of failed and uncertain messages, one for each recipient. */
async function listErrors(sql: Sql, issueId: string, showsAddresses: boolean): Promise<string[]> {
  const rows = await sql<{ recipient: string; status: string; reason: string | null }[]>`
    select status,
      case when email is null then 'A deleted subscriber' when ${showsAddresses} then email else 'A subscriber' end as recipient,
      case when ${showsAddresses} then reason else private.without_addresses(reason) end as reason
    from public.newsletter_deliveries
    where issue_id = ${issueId} and status in ('failed', 'uncertain') order by newsletter_deliveries.status, id limit ${MAX_ERRORS}`
  return rows.map(
    ({ recipient, status, reason }) =>
      `${recipient}: ${status === 'uncertain' ? 'it may or may not have been sent: ' : ''}${reason ?? 'no reason given'}`,
  )
}
