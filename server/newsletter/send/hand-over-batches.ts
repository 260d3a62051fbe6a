import { setTimeout as delay } from 'node:timers/promises'
import { type MailBatches, MailError } from '#server/mail/mail.ts'
import { writeOrFail } from '#server/newsletter/send/hand-over-mails.ts'
import type { ClaimedDelivery, Outcome } from '#server/newsletter/send/open-ledger.ts'
import { outcomeOf, type Shift } from '#server/newsletter/send/shift.ts'

/** A request that may be repeated is repeated after these delays; after the last one it is left for another shift. */
const REPEAT_SECONDS = [1, 2, 5, 10, 20]
/** Longer waits are left for another shift. */
const MAX_WAIT_SECONDS = 30

/** Requests as they are stored before they are sent. */
export interface StoredRequest {
  request: string
  idempotencyKey: string
  /** Whether it has been sent before, so that its mails may have been taken. */
  mayBeTaken: boolean
}

/** Hands over many mails with each request, until nothing is due or the shift is over. */
export async function handOverBatches(shift: Shift, batches: MailBatches): Promise<void> {
  let failure: unknown = null
  const lanes = Array.from({ length: shift.deps.mail.concurrency }, () =>
    work(shift, batches).catch((error: unknown) => {
      failure ??= error
      shift.end()
    }),
  )
  await Promise.all(lanes)
  if (failure) throw failure
}

async function work(shift: Shift, batches: MailBatches): Promise<void> {
  const { ledger, permits, health } = shift
  while (!shift.isOver()) {
    if (!(await health.isWell())) return shift.end()
    const rows = await ledger.claim(permits.groupOf(batches.size))
    if (rows.length === 0) return
    if (!(await handOverBatch(shift, batches, rows))) return
  }
}

/** Hands over the mails of a batch, whose request is stored before. Returns false when nothing more may leave for a while. */
async function handOverBatch(
  shift: Shift,
  batches: MailBatches,
  claimed: readonly ClaimedDelivery[],
): Promise<boolean> {
  const { ledger, permits } = shift
  const written = claimed.map((row) => ({ row, mail: writeOrFail(shift, row) }))
  const rows = written.flatMap(({ row, mail }) => (mail ? [row] : []))
  const [first] = rows
  if (!first) return true
  let request: string
  try {
    request = batches.compose(written.flatMap(({ mail }) => mail ?? []))
  } catch (error) {
    await refuse(shift, batches, rows, error)
    return true
  }
  try {
    const wait = await permits.take(rows.length)
    if (wait > 0) shift.goOnAfter(wait)
    if (wait > 0 || shift.isOver()) {
      settle(shift, rows, { status: 'released' })
      return false
    }
  } catch (error) {
    settle(shift, rows, { status: 'released' })
    throw error
  }
  const idempotencyKey = `newsletter-${first.batchId}`
  if (!(await ledger.storeRequest(first.batchId, request, idempotencyKey))) {
    settle(shift, rows, { status: 'released' })
    return true
  }
  await sendRequest(shift, batches, rows, { request, idempotencyKey, mayBeTaken: false })
  return true
}

/**
 * Sends a stored request until it is known what became of it, or it has to be left for later. As long as its mails may have been taken,
 * they are in no other request.
 */
export async function sendRequest(
  shift: Shift,
  batches: MailBatches,
  rows: readonly ClaimedDelivery[],
  stored: StoredRequest,
): Promise<void> {
  const { ledger, health, abandon } = shift
  const { request, idempotencyKey } = stored
  const [first] = rows
  if (!first) return
  let mayBeTaken = stored.mayBeTaken
  for (const seconds of [...REPEAT_SECONDS, null]) {
    try {
      await batches.send(request, idempotencyKey, { signal: abandon })
      health.succeeded()
      return settle(shift, rows, { status: 'sent' })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (error.isTransportProblem) health.failed(error)
      // What was taken may be refused when it is repeated, by something in between: in other requests it could be delivered twice.
      if (error.kind === 'permanent' && mayBeTaken)
        return settle(shift, rows, { status: 'uncertain', reason: error.message })
      if (error.kind === 'permanent') return refuse(shift, batches, rows, error)
      if (error.kind === 'uncertain' && !error.canRepeat) return settle(shift, rows, outcomeOf(error, first))
      mayBeTaken ||= error.canRepeat
      if (!mayBeTaken) return settle(shift, rows, outcomeOf(error, first))
      const wait = Math.max(seconds ?? Number.POSITIVE_INFINITY, (error.retryAfterMs ?? 0) / 1000)
      if (wait > MAX_WAIT_SECONDS || shift.isOver()) break
      await delay(wait * 1000, undefined, { signal: abandon }).catch(() => {})
      if (abandon.aborted) break
    }
  }
  ledger.leave(first.batchId)
}

/** None of the mails was taken because one of them is bad: each half is tried, down to that one. */
async function refuse(
  shift: Shift,
  batches: MailBatches,
  rows: readonly ClaimedDelivery[],
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (rows.length === 1) return settle(shift, rows, { status: 'failed', reason })
  for (const half of await shift.ledger.split(rows)) await handOverBatch(shift, batches, half)
}

function settle({ ledger }: Shift, rows: readonly ClaimedDelivery[], outcome: Outcome): void {
  for (const row of rows) ledger.record(row, outcome)
}
