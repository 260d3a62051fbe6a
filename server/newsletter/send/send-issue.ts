import { setMaxListeners } from 'node:events'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { type JobRun, TryAgainLater } from '#server/jobs/job-run.ts'
import { enqueueSending } from '#server/newsletter/send/enqueue-sending.ts'
import { handOverBatches } from '#server/newsletter/send/hand-over-batches.ts'
import { handOverMails } from '#server/newsletter/send/hand-over-mails.ts'
import { openLedger } from '#server/newsletter/send/open-ledger.ts'
import { pauseIssue } from '#server/newsletter/send/pause-issue.ts'
import { createPermits } from '#server/newsletter/send/permits.ts'
import { repeatRequests } from '#server/newsletter/send/repeat-requests.ts'
import { loadSealedMessages } from '#server/newsletter/send/sealed-messages.ts'
import type { SendDeps, Shift } from '#server/newsletter/send/shift.ts'
import { watchTransport } from '#server/newsletter/send/transport-health.ts'
import { watchSending } from '#server/newsletter/send/watch-sending.ts'

/** After this another issue gets its turn; this one goes on after it. */
const SHIFT_MS = 60_000
/** What is being handed over when the process ends may finish in this time. */
const GRACE_MS = 250
/** When other processes still hand over, or a request has to be repeated. */
const LOOK_AGAIN_MS = 20_000

/**
 * Works on an issue that is being sent: one shift of this process, beside those of others. Each message is claimed in the database before
 * it is handed over, and its outcome is written down after that.
 * @throws TryAgainLater when the process ends
 */
export async function sendIssue(deps: SendDeps, issueId: string, run: Pick<JobRun, 'signal'>): Promise<void> {
  if ((await statusOf(deps, issueId)) !== 'sending' || !(await watchSending(deps, issueId))) return
  const { ledger, shift, nextAfterMs, stop } = await beginShift(deps, issueId, run.signal)
  try {
    const { batches } = deps.mail
    if (batches) {
      await repeatRequests(shift, batches)
      await handOverBatches(shift, batches)
    } else await handOverMails(shift)
    await shift.health.conclude()
  } finally {
    stop()
    await shift.permits.giveBack().catch(() => {})
    await ledger.close()
  }
  const problem = shift.health.problem()
  if (problem !== null) return pauseIssue(deps, issueId, `No newsletter can leave right now: ${problem}`)
  const [concluded] = await deps.sql<[{ status: IssueStatus; due_in: number | null }]>`
    select status, due_in from private.conclude_newsletter_issue(${issueId})`
  if (run.signal.aborted && concluded.status === 'sending') throw new TryAgainLater('the process ends')
  if (concluded.status !== 'sending') return
  const afterMs =
    nextAfterMs() ?? (concluded.due_in === null ? LOOK_AGAIN_MS : Math.ceil(concluded.due_in * 1000))
  await enqueueSending(deps.queue, deps.sql, issueId, { afterMs, workers: 1 })
}

async function beginShift(deps: SendDeps, issueId: string, signal: AbortSignal) {
  const writeMail = await loadSealedMessages(deps, issueId)
  const over = new AbortController()
  const abandoned = new AbortController()
  // As many as there are connections listen.
  for (const { signal: heard } of [over, abandoned]) setMaxListeners(0, heard)
  const timer = setTimeout(() => over.abort(), SHIFT_MS)
  let grace: NodeJS.Timeout | undefined
  const processEnds = () => {
    over.abort()
    grace = setTimeout(() => abandoned.abort(), GRACE_MS)
  }
  if (signal.aborted) processEnds()
  signal.addEventListener('abort', processEnds, { once: true })
  let nextAfter: number | null = null

  const ledger = openLedger(deps, issueId, signal)
  const shift: Shift = {
    deps,
    issueId,
    writeMail,
    ledger,
    permits: createPermits(deps, over.signal),
    health: watchTransport(deps.mail, over.signal),
    abandon: abandoned.signal,
    isOver: () => over.signal.aborted,
    end: () => over.abort(),
    goOnAfter(waitMs) {
      nextAfter = waitMs
    },
  }
  const stop = () => {
    clearTimeout(timer)
    clearTimeout(grace)
    signal.removeEventListener('abort', processEnds)
    over.abort()
  }
  return { ledger, shift, nextAfterMs: () => nextAfter, stop }
}

async function statusOf({ sql }: SendDeps, issueId: string): Promise<IssueStatus | null> {
  const [issue] = await sql<{ status: IssueStatus }[]>`
    select status from public.newsletter_issues where id = ${issueId}`
  return issue?.status ?? null
}
