import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery, Outcome } from '#server/features/newsletter/send/delivery.ts'
import type { Services } from '#server/features/services.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The deliveries of an issue, for one run of one process. */
export interface DeliveryQueue {
  /**
   * Claims the next recipient for a connection that is free, once the outcome of its message before is recorded. Calls that wait share one
   * commit. Null when none is due, the issue is not being sent, or the run is over.
   */
  next(): Promise<Delivery | null>
  /** Claims so many recipients for one request, as a batch; none when there are none, or the issue is not being sent. */
  claimBatch(limit: number): Promise<Delivery[]>
  /** Adds the rows of batches that were split, or whose process has died. */
  adopt(rows: readonly Delivery[]): void
  /** Has an outcome written with the next claim, or soon after; when the database is away, once it is back. */
  record(row: Delivery, outcome: Outcome): void
  /** Leaves a batch as it is, for the process that finds it without a heartbeat. */
  leave(batchId: string): void
  /** Writes what is left, and renews no batches any more. */
  close(): Promise<void>
}

/** A batch without a heartbeat for so long belongs to a dead process. */
export const HEARTBEAT_TIMEOUT_SECONDS = 60
const HEARTBEAT_MS = 10_000
const FLUSH_MS = 100
/** A commit waits so long for half of the connections, so that it is shared also where messages are sent quickly. */
const GATHER_MS = 3
const FLUSH_ROWS = 100
const MAX_ROWS_PER_WRITE = 1_000
const RETRY_MS = 1_000
/** While the database is away and the process is to end, or when it answers with an error. */
const LAST_TRIES = 3

interface Mark {
  row: Delivery
  outcome: Outcome
}

interface Waiting {
  resolve(row: Delivery | null): void
  reject(error: unknown): void
}

const SETTLE_AND_CLAIM = `
  select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
  from private.settle_and_claim_newsletter_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Opens the deliveries of an issue. `over` aborts with the run, `processEnds` with the process. */
export function openDeliveryQueue(
  { sql, mail, log }: Pick<Services, 'sql' | 'mail' | 'log'>,
  issueId: string,
  { over, processEnds }: { over: AbortSignal; processEnds: AbortSignal },
): DeliveryQueue {
  /** The batch of the rows that `next` has claimed. */
  const ownBatch = randomUUID()
  /** Those of them without a written outcome. */
  const held = new Set<string>()
  /** Other batches, and how many of their rows are without a written outcome. */
  const batches = new Map<string, number>()
  let marks: Mark[] = []
  const waiting: Waiting[] = []
  /** Claims go through the ids in passes, so that rows which are done are not looked at for each of them. */
  let after = '0'
  /** The database may have claimed rows for us in an answer that was lost. */
  let mayHaveLost = false
  let writing: Promise<void> | null = null
  /** Ends the wait for further connections. */
  let endGathering = () => {}
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

  /** Writes outcomes and claims rows, one commit after the other: all that comes meanwhile is in the next one. */
  async function write(): Promise<void> {
    try {
      // Connections that are done in the same turn of the event loop share a commit.
      await nextTurn()
      let failures = 0
      while (marks.length > 0 || waiting.length > 0) {
        await gather()
        const served = waiting.splice(0)
        try {
          if (mayHaveLost) await releaseLost()
          await commit(served)
          failures = 0
        } catch (error) {
          failures += 1
          mayHaveLost = true
          if (failures === 1)
            log.warn(`The outcomes of a newsletter cannot be written right now: ${messageOf(error)}`)
          if (failures > LAST_TRIES && (processEnds.aborted || !isUnreachable(error))) {
            for (const { reject } of served) reject(error)
            if (processEnds.aborted) throw error
          } else if (over.aborted) for (const { resolve } of served) resolve(null)
          else waiting.unshift(...served)
          await delay(RETRY_MS)
        }
      }
    } finally {
      writing = null
    }
  }

  async function gather(): Promise<void> {
    if (waiting.length === 0 || isEnough()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GATHER_MS)
    endGathering = resolve
    await promise
    clearTimeout(timer)
  }

  const isEnough = () => waiting.length >= mail.concurrency / 2

  async function commit(served: readonly Waiting[]): Promise<void> {
    const written = marks.slice(0, MAX_ROWS_PER_WRITE)
    const done = batchesDoneWith(written)
    const rows = await settleAndClaim(written, { done, limit: served.length })
    marks = marks.slice(written.length)
    for (const { row } of written) {
      held.delete(row.id)
      const open = batches.get(row.batchId)
      if (open !== undefined) batches.set(row.batchId, open - 1)
    }
    for (const id of done) batches.delete(id)
    for (const { id } of rows) held.add(id)
    const isEndOfPass = rows.length < served.length
    const isFirstPass = after === '0'
    after = isEndOfPass ? '0' : (rows.at(-1)?.id ?? after)
    served.forEach((claim, index) => {
      const row = rows[index]
      if (row || isFirstPass) claim.resolve(row ?? null)
      else waiting.push(claim)
    })
  }

  async function settleAndClaim(
    written: readonly Mark[],
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

  function batchesDoneWith(written: readonly Mark[]): string[] {
    const perBatch = Map.groupBy(written, ({ row }) => row.batchId)
    return [...perBatch].filter(([id, rows]) => batches.get(id) === rows.length).map(([id]) => id)
  }

  /** Gives back what was claimed for us in answers that were lost, which no connection has begun to send. */
  async function releaseLost(): Promise<void> {
    const lost = await sql<Delivery[]>`
      select batch_id as "batchId", id from public.newsletter_deliveries
      where batch_id = ${ownBatch} and status = 'sending' and id <> all(${[...held]}::bigint[])`
    await settleAndClaim(
      lost.map((row) => ({ row, outcome: { status: 'released' } })),
      {},
    )
    mayHaveLost = false
  }

  const track = (rows: readonly Delivery[]) => {
    for (const [id, { length }] of Map.groupBy(rows, ({ batchId }) => batchId)) batches.set(id, length)
  }

  return {
    next() {
      const row = new Promise<Delivery | null>((resolve, reject) => waiting.push({ resolve, reject }))
      if (isEnough()) endGathering()
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
      marks.push({ row, outcome })
      if (marks.length >= FLUSH_ROWS) void startWriting().catch(() => {})
      else flushTimer ??= setTimeout(() => void startWriting().catch(() => {}), FLUSH_MS)
    },
    leave(batchId) {
      batches.delete(batchId)
    },
    async close() {
      clearInterval(heartbeat)
      await startWriting()
      if (mayHaveLost) await releaseLost()
      await settleAndClaim([], { done: [ownBatch] })
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
