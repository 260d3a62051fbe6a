import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#core/i18n/languages.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'
import { oneLineReason } from '#server/mail/one-line-reason.ts'

/** A recipient whose message only this process may hand over. */
export interface ClaimedDelivery {
  batchId: string
  id: string
  subscriberId: string
  email: string
  language: Language
  messageId: string
  /** This one included. */
  attempts: number
}

/**
 * - `pending`: refused for the moment, to be tried again
 * - `released`: not handed over at all
 */
export type Outcome =
  | { status: 'sent' | 'released' }
  | { status: 'failed' | 'uncertain'; reason: string }
  | { status: 'pending'; reason: string; delaySeconds: number }

/** What one process knows of the deliveries of an issue that it works on. */
export interface Ledger {
  /** Claims so many recipients in the database, in one batch; none when there are none, or the issue is not being sent. */
  claim(limit: number): Promise<ClaimedDelivery[]>
  /** Adds the rows of a batch whose process has died. */
  adopt(rows: readonly ClaimedDelivery[]): void
  /** Whether a row may still be handed over: not when another process thinks that this one is dead. */
  isOurs(row: ClaimedDelivery): Promise<boolean>
  /** Has an outcome written soon, together with others; when the database is away, once it is back. */
  record(row: ClaimedDelivery, outcome: Outcome): void
  /** Makes two batches of one, each with its own rows; none when it is not ours any more. */
  split(rows: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[][]>
  /**
   * Stores the request of a batch before it is sent. Returns false when it must not be: the batch is not ours any more, or one of its
   * recipients has been deleted.
   */
  storeRequest(batchId: string, request: string, idempotencyKey: string): Promise<boolean>
  /** Leaves a batch as it is, for whoever finds it silent. */
  leave(batchId: string): void
  /** Resolves once all that was recorded is written. */
  flush(): Promise<void>
  /** Writes what is left, and renews no claims any more. */
  close(): Promise<void>
}

/** A batch that is silent for so long belongs to a dead process. */
export const SILENT_SECONDS = 60
const RENEWAL_MS = 10_000
/** Without a renewal for so long nothing more is handed over, so that what others think dead does not send. */
const UNSURE_MS = 45_000
const FLUSH_MS = 100
const FLUSH_ROWS = 100
const MAX_ROWS_PER_WRITE = 1_000
const RETRY_MS = 1_000
/** While the database is away, and the process is to end. */
const LAST_TRIES = 3

interface Batch {
  /** Rows without a written outcome. */
  open: number
  seenAt: number
}

interface Mark {
  row: ClaimedDelivery
  outcome: Outcome
}

/** Opens the ledger of an issue. `signal` says that the process ends. */
export function openLedger(
  { sql, mail, log }: Pick<JobDeps, 'sql' | 'mail' | 'log'>,
  issueId: string,
  signal: AbortSignal,
): Ledger {
  const batches = new Map<string, Batch>()
  let marks: Mark[] = []
  let writing: Promise<void> | null = null
  let flushTimer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  const renewal = setInterval(() => void renew().catch(() => {}), RENEWAL_MS)

  async function renew(): Promise<void> {
    if (batches.size === 0) return
    const asked = [...batches.keys()]
    const startedAt = performance.now()
    const rows = await sql<{ id: string }[]>`
      update private.newsletter_batches set seen_at = now() where id = any(${asked}::uuid[]) returning id`
    const alive = new Set(rows.map(({ id }) => id))
    for (const id of asked) {
      const batch = batches.get(id)
      if (!alive.has(id)) batches.delete(id)
      else if (batch) batch.seenAt = startedAt
    }
  }

  function startWriting(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  async function write(): Promise<void> {
    let tries = 0
    while (marks.length > 0) {
      const written = marks.slice(0, MAX_ROWS_PER_WRITE)
      const done = batchesDoneWith(written)
      try {
        await settle(written, done)
      } catch (error) {
        tries += 1
        if (tries === 1) log.warn(`The newsletter's ledger cannot be written right now: ${messageOf(error)}`)
        if (signal.aborted && tries > LAST_TRIES) throw error
        await delay(RETRY_MS)
        continue
      }
      marks = marks.slice(written.length)
      for (const { row } of written) {
        const batch = batches.get(row.batchId)
        if (batch) batch.open -= 1
      }
      for (const id of done) batches.delete(id)
    }
  }

  function batchesDoneWith(written: readonly Mark[]): string[] {
    const perBatch = Map.groupBy(written, ({ row }) => row.batchId)
    return [...perBatch].filter(([id, rows]) => batches.get(id)?.open === rows.length).map(([id]) => id)
  }

  async function settle(written: readonly Mark[], done: readonly string[]): Promise<void> {
    const outcomes = written.map(({ outcome }) => outcome)
    await sql`
      select private.settle_newsletter_deliveries(${issueId}, ${written.map(({ row }) => row.id)}::bigint[],
        ${written.map(({ row }) => row.batchId)}::uuid[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map((outcome) => ('reason' in outcome ? oneLineReason(outcome.reason) : null))}::text[],
        ${outcomes.map((outcome) => ('delaySeconds' in outcome ? Math.ceil(outcome.delaySeconds) : null))}::integer[],
        ${done}::uuid[])`
  }

  const track = (rows: readonly ClaimedDelivery[]) => {
    for (const [id, { length }] of Map.groupBy(rows, ({ batchId }) => batchId))
      batches.set(id, { open: length, seenAt: performance.now() })
  }

  return {
    async claim(limit) {
      const rows = await sql<ClaimedDelivery[]>`
        select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts
        from private.claim_newsletter_batch(${issueId}, ${mail.kind}, ${limit})`
      track(rows)
      return rows
    },
    adopt: track,
    async isOurs({ batchId }) {
      for (;;) {
        const batch = batches.get(batchId)
        if (!batch || closing.signal.aborted) return false
        if (performance.now() - batch.seenAt < UNSURE_MS) return true
        await renew().catch(() => delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {}))
        if (signal.aborted) return false
      }
    },
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
    flush: startWriting,
    async close() {
      clearInterval(renewal)
      closing.abort()
      await startWriting()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
