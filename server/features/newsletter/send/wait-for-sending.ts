import { setTimeout as delay } from 'node:timers/promises'
import type { SendingAnswer, SendingProgress } from '#core/domain/newsletter-sending.ts'
import { readProgress } from '#server/features/newsletter/send/read-progress.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const INTERVAL_MS = 250
/** Reading the progress of a large audience takes longer, and so does sending it. */
const MAX_INTERVAL_MS = 2_000
const MAX_ERRORS = 100

/** Waits until an issue is not being sent any more, or for as long as it may take, or until nobody waits. Returns null when it is gone. */
export async function waitForSending(
  sql: Sql,
  issueId: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<SendingProgress | null> {
  const end = Date.now() + waitMs
  for (;;) {
    const progress = await readProgress(sql, issueId)
    if (progress?.status !== 'sending' || Date.now() >= end || signal.aborted) return progress
    const interval = Math.min(Math.max(INTERVAL_MS, progress.audience / 25), MAX_INTERVAL_MS)
    await delay(Math.min(interval, end - Date.now()), undefined, { signal }).catch(() => {})
  }
}

/** What a call that sends an issue is answered. */
export async function answerOf(sql: Sql, progress: SendingProgress): Promise<SendingAnswer> {
  const { issueId, status, heldReason, audience, counts } = progress
  const problem =
    heldReason ??
    (status === 'paused' ? 'The newsletter is paused.' : null) ??
    (status === 'cancelled' ? 'The newsletter has been cancelled.' : null)
  return {
    success: problem === null,
    totalSent: counts.sent,
    totalSubscribers: audience,
    errors: await listErrors(sql, issueId),
    ...(problem !== null && { error: problem }),
    issueId,
    running: status === 'sending',
  }
}

/** Why messages were not sent, or may not have been, one for each recipient. */
async function listErrors(sql: Sql, issueId: string): Promise<string[]> {
  const rows = await sql<{ email: string | null; status: string; reason: string | null }[]>`
    select email, status, reason from public.newsletter_deliveries
    where issue_id = ${issueId} and status in ('failed', 'uncertain') order by status, id limit ${MAX_ERRORS}`
  return rows.map(
    ({ email, status, reason }) =>
      `${email ?? 'A deleted subscriber'}: ${status === 'uncertain' ? 'it may or may not have been sent: ' : ''}${reason ?? 'no reason given'}`,
  )
}
