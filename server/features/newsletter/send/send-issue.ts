import { setMaxListeners } from 'node:events'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import {
  describeChanges,
  holdIssue,
  mailSendersLater,
  moveIssue,
  pauseIssue,
  recordEvent,
} from '#server/features/newsletter/issue-status.ts'
import { openDeliveryQueue } from '#server/features/newsletter/send/delivery-queue.ts'
import { createRateLimiter } from '#server/features/newsletter/send/rate-limiter.ts'
import { refuseTransport } from '#server/features/newsletter/send/refuse-sending.ts'
import { repeatRequests, sendBatches } from '#server/features/newsletter/send/send-batches.ts'
import { sendMails } from '#server/features/newsletter/send/send-mails.ts'
import {
  loadSealedMessages,
  type SendDeps,
  type SendingRun,
} from '#server/features/newsletter/send/sending-run.ts'
import { enqueueSending, recordHeartbeat } from '#server/features/newsletter/send/supervise-sending.ts'
import { endTurns, turnsOf } from '#server/features/newsletter/send/turns.ts'
import type { Services } from '#server/features/services.ts'
import { type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

/** The length of a run, after which other issues are handled before this one continues. */
const RUN_MS = 60_000
/** While the server thinks about a message for longer than this, its other connections go on, for so long at most. */
const SLOW_MS = 5_000
const SLOW_RUN_MS = 12 * 60_000
/** Messages that are being sent when the process ends may finish in this time. */
const GRACE_MS = 250
/** The interval at which a wait for the mail server is ended, by what it takes. */
const TAKEN_MS = 30_000
/** The delay of the next run while other processes are still sending, or a request has to be repeated. */
const RECHECK_MS = 20_000
/** The least delay after a run that could send nothing, because others have what is due. */
const EMPTY_RUN_MS = 2_000

/**
 * One run of this process on an issue that is being sent, concurrent with other processes. Each message is claimed in the database before
 * it is sent, and its outcome is stored afterwards.
 * @throws TryAgainLater when the process ends
 */
export async function sendIssue(
  services: Omit<SendDeps, 'mail'> & Pick<Services, 'mail'>,
  issueId: string,
  job: Pick<JobRun, 'signal'>,
): Promise<void> {
  const deps = { ...services, mail: await services.mail.current() }
  const issue = await findIssue(deps, issueId)
  if (issue?.status !== 'sending' || !(await recordHeartbeat(deps, issueId))) return
  const refusal = refuseTransport(deps.mail, { ...issue, isBegun: true })
  if (refusal !== null) return pauseIssue(deps, issueId, refusal)
  if (!(await mayContinue(deps, { issueId, ...issue }))) return
  const { run, nextAfterMs, stop } = await startRun(deps, issueId, job.signal)
  try {
    const { batches } = deps.mail
    if (batches) {
      await repeatRequests(run, batches)
      await sendBatches(run, batches)
    } else await sendMails(run)
  } finally {
    await stop()
    await run.limiter.close().catch(() => {})
    await run.deliveries.close()
  }
  const [concluded] = await deps.sql<[{ status: IssueStatus; due_in: number | null }]>`
    select status, due_in from private.conclude_newsletter_issue(${issueId})`
  const problem = run.turns.problem()
  if (concluded.status !== 'sending' || problem !== null) endTurns(deps, issueId)
  // An issue that has ended needs no administrator.
  if (concluded.status !== 'sending') return
  if (problem !== null) return pauseIssue(deps, issueId, problem)
  if (job.signal.aborted) throw new TryAgainLater('the process ends')
  const away = run.turns.away()
  if (away !== null) return waitForServer(deps, issueId, away)
  const afterMs =
    nextAfterMs() ?? (concluded.due_in === null ? RECHECK_MS : Math.ceil(concluded.due_in * 1000))
  const leastMs = run.deliveries.hadWork() ? 0 : EMPTY_RUN_MS
  await enqueueSending(deps.queue, deps.sql, issueId, { afterMs: Math.max(afterMs, leastMs), workers: 1 })
}

async function startRun(deps: SendDeps, issueId: string, signal: AbortSignal) {
  const writeMail = await loadSealedMessages(deps, issueId)
  const over = new AbortController()
  const aborted = new AbortController()
  // Each connection adds a listener.
  for (const { signal: listened } of [over, aborted]) setMaxListeners(0, listened)
  const turns = turnsOf(deps, issueId)
  turns.begin(over.signal)
  const startedAt = performance.now()
  const endUnlessSlow = () => {
    if (turns.longestMs() > SLOW_MS && performance.now() - startedAt < SLOW_RUN_MS)
      timer = setTimeout(endUnlessSlow, SLOW_MS)
    else over.abort()
  }
  let timer = setTimeout(endUnlessSlow, RUN_MS)
  let grace: NodeJS.Timeout | undefined
  const processEnds = () => {
    over.abort()
    grace = setTimeout(() => aborted.abort(), GRACE_MS)
  }
  if (signal.aborted) processEnds()
  signal.addEventListener('abort', processEnds, { once: true })
  let nextAfter: number | null = null
  let takenAt = Number.NEGATIVE_INFINITY
  let waitEnds = Promise.resolve()

  const run: SendingRun = {
    deps,
    issueId,
    writeMail,
    deliveries: openDeliveryQueue(deps, issueId, { runEnds: over.signal, processEnds: signal }),
    limiter: createRateLimiter(deps, over.signal),
    turns,
    takeTurn: () => turns.take(over.signal),
    taken() {
      if (performance.now() - takenAt < TAKEN_MS) return
      takenAt = performance.now()
      waitEnds = endWait(deps, issueId).catch((error: unknown) => {
        takenAt = Number.NEGATIVE_INFINITY
        deps.log.error('It could not be stored that a newsletter goes on', error)
      })
    },
    abort: aborted.signal,
    isOver: () => over.signal.aborted,
    end: () => over.abort(),
    continueAfter(waitMs) {
      nextAfter = waitMs
    },
  }
  const stop = async () => {
    await waitEnds
    clearTimeout(timer)
    clearTimeout(grace)
    signal.removeEventListener('abort', processEnds)
    over.abort()
  }
  return { run, nextAfterMs: () => nextAfter, stop }
}

async function findIssue(
  { sql }: SendDeps,
  issueId: string,
): Promise<{ status: IssueStatus; intoOutbox: boolean; waitedMinutes: number } | null> {
  const [issue] = await sql<{ status: IssueStatus; intoOutbox: boolean; waitedMinutes: number }[]>`
    select status, into_outbox as "intoOutbox", coalesce(extract(epoch from now() - waiting_since) / 60, 0)::float8 as "waitedMinutes"
    from public.newsletter_issues where id = ${issueId}`
  return issue ?? null
}

/** Every minute at first, then every five, for six hours. Those who may send are mailed when it takes longer than some minutes. */
const RETRY_MS = 60_000
const LATER_RETRY_MS = 5 * 60_000
const LATER_AFTER_MINUTES = 10
const TELL_AFTER_MINUTES = 5
const GIVE_UP_AFTER_MINUTES = 6 * 60
/** After a longer wait the issue has to be what was approved. */
const VERIFY_AFTER_MINUTES = 15

type WaitDeps = Pick<SendDeps, 'sql' | 'queue' | 'log'>

/** Has an issue wait for the mail server, which takes nothing, and tries again later. After six hours it is paused. */
async function waitForServer(deps: WaitDeps, issueId: string, reason: string): Promise<void> {
  const minutes = await deps.sql.transaction(async (transaction) => {
    // A message that another process has just sent shows that the server has only no place for this one.
    const [wait] = await transaction<{ isNew: boolean; minutes: number; isTold: boolean }[]>`
      update public.newsletter_issues
      set waiting_since = coalesce(waiting_since, now()), waiting_reason = private.without_addresses(left(${reason}, 300))
      where id = ${issueId} and status = 'sending' and (waiting_since is not null or not exists (
        select from public.newsletter_deliveries
        where issue_id = ${issueId} and status = 'sent' and settled_at > now() - interval '1 minute'))
      returning waiting_since = now() as "isNew", waiting_told as "isTold",
        extract(epoch from now() - waiting_since)::float8 / 60 as minutes`
    if (wait?.isNew) await recordEvent(transaction, { issueId, event: 'waiting', reason })
    if (wait && !wait.isTold && wait.minutes >= TELL_AFTER_MINUTES) {
      await transaction`update public.newsletter_issues set waiting_told = true where id = ${issueId}`
      await mailSendersLater(deps.queue, transaction, { issueId, event: 'waiting' })
    }
    return wait?.minutes ?? 0
  })
  if (minutes >= GIVE_UP_AFTER_MINUTES)
    return pauseIssue(deps, issueId, `The mail server has accepted nothing for six hours: ${reason}`)
  const afterMs = minutes < LATER_AFTER_MINUTES ? RETRY_MS : LATER_RETRY_MS
  await enqueueSending(deps.queue, deps.sql, issueId, { afterMs, workers: 1 })
}

/** The mail server has taken a message: an issue that waited for it goes on, in all processes. */
async function endWait(deps: WaitDeps, issueId: string): Promise<void> {
  const [waiting] = await deps.sql`
    select from public.newsletter_issues where id = ${issueId} and waiting_since is not null`
  if (!waiting) return
  await deps.sql.transaction(async (transaction) => {
    const [ended] = await transaction<{ isTold: boolean }[]>`
      with waiting as (
        select id, waiting_told from public.newsletter_issues
        where id = ${issueId} and waiting_since is not null for no key update)
      update public.newsletter_issues as issue set waiting_since = null, waiting_reason = null, waiting_told = false
      from waiting where issue.id = waiting.id returning waiting.waiting_told as "isTold"`
    if (!ended) return
    await recordEvent(transaction, { issueId, event: 'continued', reason: null })
    if (ended.isTold) await mailSendersLater(deps.queue, transaction, { issueId, event: 'continued' })
    await enqueueSending(deps.queue, transaction, issueId)
  })
}

/**
 * Tells whether an issue may go on by itself: after a long wait, as after a pause, only if it still is what was approved. Otherwise it is
 * held until somebody decides.
 */
async function mayContinue(
  deps: WaitDeps,
  { issueId, waitedMinutes }: { issueId: string; waitedMinutes: number },
): Promise<boolean> {
  if (waitedMinutes < VERIFY_AFTER_MINUTES) return true
  const seal = await verifySeal(deps.sql, deps, issueId)
  if (seal.intact) return true
  const reason = 'The mail server accepted nothing for a while.'
  const move = { issueId, from: ['sending'], to: 'paused', actor: null, reason } as const
  await deps.sql.transaction((transaction) => moveIssue(transaction, move))
  await holdIssue(deps, { issueId, reason: describeChanges(seal.changed) })
  return false
}
