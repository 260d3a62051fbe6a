import { randomUUID } from 'node:crypto'
import { type Delivery, type Outcome, outcomeOf } from '#server/features/newsletter/send/delivery.ts'
import { HEARTBEAT_TIMEOUT_SECONDS } from '#server/features/newsletter/send/delivery-queue.ts'
import type { Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import { writeOrError } from '#server/features/newsletter/send/send-mails.ts'
import {
  onEachConnection,
  reserveSlot,
  type SendDeps,
  type SendingRun,
} from '#server/features/newsletter/send/sending-run.ts'
import type { Turn } from '#server/features/newsletter/send/turns.ts'
import { type Mail, type MailBatches, MailError } from '#server/platform/mail/mail.ts'

type Result = Parameters<Turn['end']>[0]

/** The delays before a request is repeated; after the last one it is left for another run. */
const REPEAT_SECONDS = [1, 2, 5, 10, 20]
/** A request that needs a longer wait is left for another run. */
const MAX_WAIT_SECONDS = 30

/** A request as it is stored before it is sent. */
interface StoredRequest {
  request: string
  idempotencyKey: string
  /** True if it has been sent before, so that its mails may have been accepted. */
  mayBeTaken: boolean
}

/** Sends many mails with each request, until none is due or the run is over. */
export function sendBatches(run: SendingRun, batches: MailBatches): Promise<void> {
  const { deliveries, limiter } = run
  return onEachConnection(run, async () => {
    for (;;) {
      const turn = await run.takeTurn()
      if (!turn) return
      let result: Result | null = null
      try {
        const rows = await deliveries.claimBatch(limiter.groupSize(batches.size))
        if (rows.length > 0) result = await sendBatch(run, batches, rows)
        if (result === null) return
      } finally {
        turn.end(result ?? 'unused')
      }
    }
  })
}

/** Stores and sends the request of a batch. Returns null when the rate limit does not allow more for a while. */
async function sendBatch(
  run: SendingRun,
  batches: MailBatches,
  claimed: readonly Delivery[],
): Promise<Result | null> {
  const written = claimed.map((row) => ({ row, mail: writeOrFail(run, row) }))
  const rows = written.flatMap(({ row, mail }) => (mail ? [row] : []))
  const [first] = rows
  if (!first) return 'unused'
  let request: string
  try {
    request = batches.compose(written.flatMap(({ mail }) => mail ?? []))
  } catch (error) {
    await refuse(run, batches, rows, error)
    return 'unused'
  }
  let slot: Slot | null = null
  try {
    slot = await reserveSlot(run, rows.length)
  } finally {
    if (!slot) settle(run, rows, { status: 'released' })
  }
  if (!slot) return null
  const idempotencyKey = `newsletter-${first.batchId}`
  if (await storeRequest(run.deps, first.batchId, { request, idempotencyKey }))
    return sendRequest(run, batches, rows, { request, idempotencyKey, mayBeTaken: false })
  slot.release()
  settle(run, rows, { status: 'released' })
  return 'unused'
}

/**
 * Sends a stored request until its outcome is known, or it has to be left for later. As long as its mails may have been accepted, they are
 * in no other request.
 */
async function sendRequest(
  run: SendingRun,
  batches: MailBatches,
  rows: readonly Delivery[],
  stored: StoredRequest,
): Promise<Result> {
  const { deps, deliveries, abort } = run
  const { request, idempotencyKey } = stored
  const [first] = rows
  if (!first) return 'unused'
  const settled = (outcome: Outcome, result: Result): Result => {
    settle(run, rows, outcome)
    return result
  }
  let result: Result = 'unused'
  let mayBeTaken = stored.mayBeTaken
  for (const seconds of [...REPEAT_SECONDS, null]) {
    try {
      await batches.send(request, idempotencyKey, { signal: abort })
      run.taken()
      return settled({ status: 'sent' }, 'taken')
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      result = error.isTransportProblem ? error : 'unused'
      // An accepted request may be refused by a proxy when it is repeated; its mails must not be sent in other requests.
      if (error.kind === 'permanent' && mayBeTaken)
        return settled({ status: 'uncertain', reason: error.message }, error)
      if (error.kind === 'permanent') {
        await refuse(run, batches, rows, error)
        return result
      }
      if (error.kind === 'uncertain' && !error.canRepeat) return settled(outcomeOf(error, first), error)
      mayBeTaken ||= error.canRepeat
      if (!mayBeTaken) return settled(outcomeOf(error, first), error)
      const wait = Math.max(seconds ?? Number.POSITIVE_INFINITY, (error.retryAfterMs ?? 0) / 1000)
      if (wait > MAX_WAIT_SECONDS || run.isOver()) break
      await deps.wait(wait * 1000, abort)
      if (abort.aborted) break
    }
  }
  deliveries.abandon(first.batchId)
  return result
}

/** A request is refused as a whole when one mail is invalid: the batch is split in halves until that mail is found. */
async function refuse(
  run: SendingRun,
  batches: MailBatches,
  rows: readonly Delivery[],
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const [first, ...others] = rows
  if (!first || others.length === 0) return settle(run, rows, { status: 'failed', reason })
  const halves = await splitBatch(run.deps, run.issueId, rows)
  run.deliveries.abandon(first.batchId)
  run.deliveries.adopt(halves.flat())
  for (const half of halves) await sendBatch(run, batches, half)
}

function settle({ deliveries }: SendingRun, rows: readonly Delivery[], outcome: Outcome): void {
  for (const row of rows) deliveries.record(row, outcome)
}

/** A request this recent is repeated also for recipients who have unsubscribed since, as if their mail had been on the way. */
const UNDER_WAY_MINUTES = 10

/**
 * Repeats the stored requests of dead processes, byte by byte and with their idempotency keys, so that accepted mails are not sent twice.
 * Requests whose key may have expired, or belongs to another account, are settled as uncertain by `resumeNewsletters`.
 */
export async function repeatRequests(run: SendingRun, batches: MailBatches): Promise<void> {
  const { deps, issueId, deliveries, limiter } = run
  await deps.sql`select private.give_up_unwanted_requests(${issueId}, ${HEARTBEAT_TIMEOUT_SECONDS}, ${UNDER_WAY_MINUTES})`
  for (;;) {
    const turn = await run.takeTurn()
    if (!turn) return
    let result: Result = 'unused'
    try {
      const [dead] = await deps.sql<{ id: string; request: string; idempotencyKey: string }[]>`
        update private.newsletter_batches set seen_at = now() where id = (
          select id from private.newsletter_batches
          where issue_id = ${issueId} and transport = ${deps.mail.kind} and request is not null
            and seen_at < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})
            and account = ${batches.account}
            and requested_at between now() - make_interval(hours => ${hoursToRepeat(batches)}) and now()
          order by requested_at limit 1 for update skip locked)
        returning id, request, idempotency_key as "idempotencyKey"`
      if (!dead) return
      const rows = await deps.sql<Delivery[]>`
        select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts, sections
        from public.newsletter_deliveries where batch_id = ${dead.id} and status = 'sending'`
      if (rows.length === 0) {
        await deps.sql`delete from private.newsletter_batches where id = ${dead.id}`
        continue
      }
      deliveries.adopt(rows)
      if (!(await reserveSlot(run, limiter.groupSize(rows.length)))) return deliveries.abandon(dead.id)
      result = await sendRequest(run, batches, rows, { ...dead, mayBeTaken: true })
    } finally {
      turn.end(result)
    }
  }
}

/** One hour less than the lifetime of a key, for clocks that differ. */
export const hoursToRepeat = (batches: MailBatches | undefined) => Math.max(0, (batches?.keyHours ?? 0) - 1)

type BatchDeps = Pick<SendDeps, 'sql' | 'mail'>

/**
 * Stores the request of a batch before it is sent. Returns false when it must not be sent: another process has taken over the batch, one of
 * its recipients has left, or the issue is paused, since they were claimed.
 */
async function storeRequest(
  { sql, mail }: BatchDeps,
  batchId: string,
  { request, idempotencyKey }: { request: string; idempotencyKey: string },
): Promise<boolean> {
  const [stored] = await sql`
    update private.newsletter_batches
    set request = ${request}, idempotency_key = ${idempotencyKey}, account = ${mail.batches?.account ?? null},
      requested_at = now(), seen_at = now()
    where id = ${batchId} and requested_at is null
      and exists (select from public.newsletter_issues as issue where issue.id = issue_id and issue.status = 'sending')
      and not exists (
        select from public.newsletter_deliveries as delivery
        where delivery.batch_id = newsletter_batches.id and delivery.status = 'sending' and not exists (
          select from private.newsletter_recipients as recipient
          where recipient.id = delivery.subscriber_id and lower(recipient.email) = lower(delivery.email)))
    returning id`
  return stored !== undefined
}

/** Splits a batch into two; none when another process has taken it over. */
async function splitBatch(
  { sql, mail }: BatchDeps,
  issueId: string,
  rows: readonly Delivery[],
): Promise<Delivery[][]> {
  const middle = Math.ceil(rows.length / 2)
  const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => {
    const batchId = randomUUID()
    return half.map((row) => ({ ...row, batchId }))
  })
  const parent = rows[0]?.batchId ?? ''
  const isOurs = await sql.transaction(async (transaction) => {
    const [found] =
      await transaction`delete from private.newsletter_batches where id = ${parent} returning id`
    if (!found) return false
    for (const half of halves) {
      await transaction`
        insert into private.newsletter_batches (id, issue_id, transport) values (${half[0]?.batchId}, ${issueId}, ${mail.kind})`
      await transaction`
        update public.newsletter_deliveries set batch_id = ${half[0]?.batchId}
        where id = any(${half.map(({ id }) => id)}::bigint[]) and batch_id = ${parent} and status = 'sending'`
    }
    return true
  })
  return isOurs ? halves : []
}

/** Builds the mail of a delivery; on an error the delivery is recorded as failed. */
function writeOrFail(run: SendingRun, row: Delivery): Mail | null {
  const mail = writeOrError(run, row)
  if (!(mail instanceof Error)) return mail
  run.deliveries.record(row, { status: 'failed', reason: mail.message })
  return null
}
