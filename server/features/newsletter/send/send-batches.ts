import { setTimeout as delay } from 'node:timers/promises'
import { type Delivery, type Outcome, outcomeOf } from '#server/features/newsletter/send/delivery.ts'
import type { Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import { splitBatch, storeRequest } from '#server/features/newsletter/send/request-batches.ts'
import { writeOrFail } from '#server/features/newsletter/send/send-mails.ts'
import {
  onEachConnection,
  reserveSlot,
  type SendingRun,
} from '#server/features/newsletter/send/sending-run.ts'
import { type MailBatches, MailError } from '#server/platform/mail/mail.ts'

/** A request that may be repeated is repeated after these delays; after the last one it is left for another run. */
const REPEAT_SECONDS = [1, 2, 5, 10, 20]
/** Longer waits are left for another run. */
const MAX_WAIT_SECONDS = 30

/** Requests as they are stored before they are sent. */
export interface StoredRequest {
  request: string
  idempotencyKey: string
  /** Whether it has been sent before, so that its mails may have been taken. */
  mayBeTaken: boolean
}

/** Sends many mails with each request, until none is due or the run is over. */
export function sendBatches(run: SendingRun, batches: MailBatches): Promise<void> {
  const { deliveries, limiter, health } = run
  return onEachConnection(run, async () => {
    while (!run.isOver()) {
      if (!(await health.isHealthy())) return run.end()
      const rows = await deliveries.claimBatch(limiter.groupOf(batches.size))
      if (rows.length === 0 || !(await sendBatch(run, batches, rows))) return
    }
  })
}

/** Sends the mails of a batch, whose request is stored before. Returns false when nothing more may be sent for a while. */
async function sendBatch(
  run: SendingRun,
  batches: MailBatches,
  claimed: readonly Delivery[],
): Promise<boolean> {
  const written = claimed.map((row) => ({ row, mail: writeOrFail(run, row) }))
  const rows = written.flatMap(({ row, mail }) => (mail ? [row] : []))
  const [first] = rows
  if (!first) return true
  let request: string
  try {
    request = batches.compose(written.flatMap(({ mail }) => mail ?? []))
  } catch (error) {
    await refuse(run, batches, rows, error)
    return true
  }
  let slot: Slot | null = null
  try {
    slot = await reserveSlot(run, rows.length)
  } finally {
    if (!slot) settle(run, rows, { status: 'released' })
  }
  if (!slot) return false
  const idempotencyKey = `newsletter-${first.batchId}`
  if (await storeRequest(run.deps, first.batchId, { request, idempotencyKey }))
    await sendRequest(run, batches, rows, { request, idempotencyKey, mayBeTaken: false })
  else {
    slot.release()
    settle(run, rows, { status: 'released' })
  }
  return true
}

/**
 * Sends a stored request until it is known what became of it, or it has to be left for later. As long as its mails may have been taken,
 * they are in no other request.
 */
export async function sendRequest(
  run: SendingRun,
  batches: MailBatches,
  rows: readonly Delivery[],
  stored: StoredRequest,
): Promise<void> {
  const { deliveries, health, abort } = run
  const { request, idempotencyKey } = stored
  const [first] = rows
  if (!first) return
  let mayBeTaken = stored.mayBeTaken
  for (const seconds of [...REPEAT_SECONDS, null]) {
    try {
      await batches.send(request, idempotencyKey, { signal: abort })
      health.succeeded()
      return settle(run, rows, { status: 'sent' })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (error.isTransportProblem) health.failed(error)
      // What was taken may be refused when it is repeated, by something in between: in other requests it could be delivered twice.
      if (error.kind === 'permanent' && mayBeTaken)
        return settle(run, rows, { status: 'uncertain', reason: error.message })
      if (error.kind === 'permanent') return refuse(run, batches, rows, error)
      if (error.kind === 'uncertain' && !error.canRepeat) return settle(run, rows, outcomeOf(error, first))
      mayBeTaken ||= error.canRepeat
      if (!mayBeTaken) return settle(run, rows, outcomeOf(error, first))
      const wait = Math.max(seconds ?? Number.POSITIVE_INFINITY, (error.retryAfterMs ?? 0) / 1000)
      if (wait > MAX_WAIT_SECONDS || run.isOver()) break
      await delay(wait * 1000, undefined, { signal: abort }).catch(() => {})
      if (abort.aborted) break
    }
  }
  deliveries.leave(first.batchId)
}

/** None of the mails was taken because one of them is bad: each half is tried, down to that one. */
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
  run.deliveries.leave(first.batchId)
  run.deliveries.adopt(halves.flat())
  for (const half of halves) await sendBatch(run, batches, half)
}

function settle({ deliveries }: SendingRun, rows: readonly Delivery[], outcome: Outcome): void {
  for (const row of rows) deliveries.record(row, outcome)
}
