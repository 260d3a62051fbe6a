import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery, Outcome } from '#server/features/newsletter/send/delivery.ts'
import type { Services } from '#server/features/services.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The deliveries of an issue, for one run of one process. */
export interface DeliveryQueue {
  /**
   * Claims the next recipient for a free connection, after the outcome of its previous message was recorded. Concurrent calls share one
   * commit. Null when no delivery is due, the issue is not being sent, or the run has ended.
   */
  next(): Promise<Delivery | null>
  /** Claims up to `limit` recipients for one request, as a batch; none when no delivery is due, or the issue is not being sent. */
  claimBatch(limit: number): Promise<Delivery[]>
  /** Takes over the rows of batches that were split, or whose process has died. */
  adopt(rows: readonly Delivery[]): void
  /** Queues an outcome, which is written with the next claim or shortly after; while the database is unreachable, the write is retried. */
  record(row: Delivery, outcome: Outcome): void
  /** Stops the heartbeat of a batch, so that another process takes it over once the heartbeat has timed out. */
  abandon(batchId: string): void
  /** Writes all queued outcomes, and stops the heartbeat. */
  close(): Promise<void>
}

/** A batch without a heartbeat for this long belongs to a dead process. */
export const HEARTBEAT_TIMEOUT_SECONDS = 60
const HEARTBEAT_MS = 10_000
const FLUSH_MS = 100
/** How long a commit waits until half of the connections take part, so that fast connections share commits. */
const COALESCE_MS = 3
const FLUSH_OUTCOMES = 100
const MAX_ROWS_PER_WRITE = 1_000
const RETRY_MS = 1_000
/** How often a commit is retried when the process is ending, or when the database responds with an error. */
const MAX_FAILURES = 3

/** An outcome that is not written yet. */
interface PendingOutcome {
  row: Delivery
  outcome: Outcome
}

/** A call of `next` that waits for its claim. */
interface ClaimRequest {
  resolve(row: Delivery | null): void
  reject(error: unknown): void
}

const SETTLE_AND_CLAIM = `
  select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
  from private.settle_and_claim_newsletter_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Opens the deliveries of an issue. `runEnds` aborts at the end of the run, `processEnds` at the end of the process. */
export function openDeliveryQueue(
  { sql, mail, log }: Pick<Services, 'sql' | 'mail' | 'log'>,
  issueId: string,
  { runEnds, processEnds }: { runEnds: AbortSignal; processEnds: AbortSignal },
): DeliveryQueue {
  /** The batch of the rows that `next` has claimed. */
  const ownBatch = randomUUID()
  /** The ids of those rows without a written outcome. */
  const claimedIds = new Set<string>()
  /** Other batches, with the number of their rows without a written outcome. */
  const batches = new Map<string, number>()
  let pending: PendingOutcome[] = []
  const requests: ClaimRequest[] = []
  /** Claims walk through the ids in passes (keyset pagination), so that finished rows are not scanned for each claim. */
  let after = '0'
  /** Whether rows may have been claimed whose response was lost. */
  let hasLostClaims = false
  let writing: Promise<void> | null = null
  /** Ends the wait for further requests. */
  let endCoalescing = () => {}
  let flushTimer: NodeJS.Timeout | undefined

  const heartbeat = setInterval(() => void renew().catch(() => {}), HEARTBEAT_MS)

  async function renew(): Promise<void> {
    const asked = [ownBatch, ...batches.keys()]
    const rows = await sql<{ id: string }[]>`
      update private.newsletter_batches set seen_at = now() where id = any(${asked}::uuid[]) returning id`
    const alive = new Set(rows.map(({ id }) => id))
    for (const id of asked) if (!alive.has(id)) batches.delete(id)
  }

  function startWriting(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing ??= write()
    return writing
  }

  /** Writes outcomes and claims rows, one commit after another; what arrives during a commit is part of the next one. */
  async function write(): Promise<void> {
    try {
      // Connections that finish in the same turn of the event loop share a commit.
      await nextTurn()
      let failures = 0
      while (pending.length > 0 || requests.length > 0) {
        await coalesce()
        const served = requests.splice(0)
        try {
          if (hasLostClaims) await releaseLost()
          await commit(served)
          failures = 0
        } catch (error) {
          failures += 1
          hasLostClaims = true
          if (failures === 1)
            log.warn(`The outcomes of a newsletter cannot be written right now: ${messageOf(error)}`)
          if (failures > MAX_FAILURES && (processEnds.aborted || !isUnreachable(error))) {
            for (const { reject } of served) reject(error)
            if (processEnds.aborted) throw error
          } else if (runEnds.aborted) for (const { resolve } of served) resolve(null)
          else requests.unshift(...served)
          await delay(RETRY_MS)
        }
      }
    } finally {
      writing = null
    }
  }

  async function coalesce(): Promise<void> {
    if (requests.length === 0 || isEnough()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, COALESCE_MS)
    endCoalescing = resolve
    await promise
    clearTimeout(timer)
  }

  const isEnough = () => requests.length >= mail.concurrency / 2

  async function commit(served: readonly ClaimRequest[]): Promise<void> {
    const written = pending.slice(0, MAX_ROWS_PER_WRITE)
    const done = batchesDoneWith(written)
    const rows = await settleAndClaim(written, { done, limit: served.length })
    pending = pending.slice(written.length)
    for (const { row } of written) {
      claimedIds.delete(row.id)
      const open = batches.get(row.batchId)
      if (open !== undefined) batches.set(row.batchId, open - 1)
    }
    for (const id of done) batches.delete(id)
    for (const { id } of rows) claimedIds.add(id)
    const isEndOfPass = rows.length < served.length
    const isFirstPass = after === '0'
    after = isEndOfPass ? '0' : (rows.at(-1)?.id ?? after)
    served.forEach((claim, index) => {
      const row = rows[index]
      if (row || isFirstPass) claim.resolve(row ?? null)
      else requests.push(claim)
    })
  }

  async function settleAndClaim(
    written: readonly PendingOutcome[],
    { done = [], limit = 0 }: { done?: readonly string[]; limit?: number },
  ): Promise<Delivery[]> {
    const outcomes = written.map(({ outcome }) => outcome)
    const { rows } = await sql.run(SETTLE_AND_CLAIM, [
      issueId,
      written.map(({ row }) => row.id),
      written.map(({ row }) => row.batchId),
      outcomes.map(({ status }) => status),
      outcomes.map((outcome) => ('reason' in outcome ? oneLineReason(outcome.reason) : null)),
      outcomes.map((outcome) => ('delaySeconds' in outcome ? Math.ceil(outcome.delaySeconds) : null)),
      done,
      ownBatch,
      mail.kind,
      after,
      limit,
    ])
    return rows
  }

  function batchesDoneWith(written: readonly PendingOutcome[]): string[] {
    const perBatch = Map.groupBy(written, ({ row }) => row.batchId)
    return [...perBatch].filter(([id, rows]) => batches.get(id) === rows.length).map(([id]) => id)
  }

  /** Releases rows that were claimed in a lost response; no connection has begun to send them. */
  async function releaseLost(): Promise<void> {
    const lost = await sql<Delivery[]>`
      select batch_id as "batchId", id from public.newsletter_deliveries
      where batch_id = ${ownBatch} and status = 'sending' and id <> all(${[...claimedIds]}::bigint[])`
    await settleAndClaim(
      lost.map((row) => ({ row, outcome: { status: 'released' } })),
      {},
    )
    hasLostClaims = false
  }

  const track = (rows: readonly Delivery[]) => {
    for (const [id, { length }] of Map.groupBy(rows, ({ batchId }) => batchId)) batches.set(id, length)
  }

  return {
    next() {
      const row = new Promise<Delivery | null>((resolve, reject) => requests.push({ resolve, reject }))
      if (isEnough()) endCoalescing()
      startWriting().catch(() => {})
      return row
    },
    async claimBatch(limit) {
      const rows = await sql<Delivery[]>`
        select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
        from private.claim_newsletter_deliveries(${issueId}, ${randomUUID()}, ${mail.kind}, 0, ${limit})`
      track(rows)
      return rows
    },
    adopt: track,
    record(row, outcome) {
      pending.push({ row, outcome })
      if (pending.length >= FLUSH_OUTCOMES) void startWriting().catch(() => {})
      else flushTimer ??= setTimeout(() => void startWriting().catch(() => {}), FLUSH_MS)
    },
    abandon(batchId) {
      batches.delete(batchId)
    },
    async close() {
      clearInterval(heartbeat)
      await startWriting()
      if (hasLostClaims) await releaseLost()
      await settleAndClaim([], { done: [ownBatch] })
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
