import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery, Outcome } from '#server/features/newsletter/send/delivery.ts'
import type { Services } from '#server/features/services.ts'
import { isUnreachable } from '#server/platform/database/is-unreachable.ts'
import { oneLineReason } from '#server/platform/mail/one-line-reason.ts'

/** The deliveries of an issue, for one run of one process. */
export interface DeliveryQueue {
  /**
   * Claims the next recipient for a connection that is free, once the outcome of its message before is recorded. Calls that wait share one
   * commit. Null when none is due, the issue is not being sent, or the run is over.
   */
  next(): Promise<Delivery | null>
  /** Claims so many recipients for one request, as a batch; none when there are none, or the issue is not being sent. */
  claimBatch(limit: number): Promise<Delivery[]>
  /** Adds the rows of a batch whose process has died. */
  adopt(rows: readonly Delivery[]): void
  /** Has an outcome written with the next claim, or soon after; when the database is away, once it is back. */
  record(row: Delivery, outcome: Outcome): void
  /** Makes two batches of one, each with its own rows; none when it is not ours any more. */
  split(rows: readonly Delivery[]): Promise<Delivery[][]>
  /**
   * Stores the request of a batch before it is sent. Returns false when it must not be: the batch is not ours any more, or one of its
   * recipients has been deleted.
   */
  storeRequest(batchId: string, request: string, idempotencyKey: string): Promise<boolean>
  /** Leaves a batch as it is, for the process that finds it without a heartbeat. */
  leave(batchId: string): void
  /** Writes what is left, and renews no batches any more. */
  close(): Promise<void>
}

/** A batch without a heartbeat for so long belongs to a dead process. */
export const DEAD_AFTER_SECONDS = 60
const HEARTBEAT_MS = 10_000
const FLUSH_MS = 100
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

  function settleAndClaim(
    written: readonly Mark[],
    { done = [], limit = 0 }: { done?: readonly string[]; limit?: number },
  ): Promise<Delivery[]> {
    const outcomes = written.map(({ outcome }) => outcome)
    return sql<Delivery[]>`
      select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
      from private.settle_and_claim_newsletter_deliveries(${issueId}, ${written.map(({ row }) => row.id)}::bigint[],
        ${written.map(({ row }) => row.batchId)}::uuid[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map((outcome) => ('reason' in outcome ? oneLineReason(outcome.reason) : null))}::text[],
        ${outcomes.map((outcome) => ('delaySeconds' in outcome ? Math.ceil(outcome.delaySeconds) : null))}::integer[],
        ${done}::uuid[], ${ownBatch}, ${mail.kind}, ${after}::bigint, ${limit}::integer)`
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
    async split(rows) {
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
      batches.delete(parent)
      if (!isOurs) return []
      track(halves.flat())
      return halves
    },
    async storeRequest(batchId, request, idempotencyKey) {
      const [stored] = await sql`
        update private.newsletter_batches
        set request = ${request}, idempotency_key = ${idempotencyKey}, account = ${mail.batches?.account ?? null},
          requested_at = now(), seen_at = now()
        where id = ${batchId} and requested_at is null and not exists (
          select from public.newsletter_deliveries
          where batch_id = newsletter_batches.id and newsletter_deliveries.status = 'sending' and email is null)
        returning id`
      return stored !== undefined
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
