import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type MailReport, recordBounce, reportFailure } from '#server/features/newsletter/reports/bounces.ts'
import { type Delivery, type Outcome, openClaims } from '#server/features/newsletter/send/delivery.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The deliveries of an issue, for one run of one process. */
export interface DeliveryQueue {
  /**
   * Claims the next recipient: other processes leave it alone, but its message may not be sent yet. Null when no delivery is due, the issue is
   * not being sent, or the run has ended.
   */
  next(): Promise<Delivery | null>
  /**
   * Marks a claimed delivery as `sending`, after the outcome of the connection's previous message was recorded. Concurrent calls share one
   * commit. False when its message must not be sent: the issue is paused, the recipient has left, or the claim has expired.
   */
  begin(row: Delivery): Promise<boolean>
  /** Claims up to `limit` recipients for one request, as a batch; none when no delivery is due, or the issue is not being sent. */
  claimBatch(limit: number): Promise<Delivery[]>
  /** Takes over the rows of batches that were split, or whose process has died. */
  adopt(rows: readonly Delivery[]): void
  /** Queues an outcome, which is written with the next claim or shortly after; while the database is unreachable, the write is retried. */
  record(row: Delivery, outcome: Outcome): void
  /** Stops the heartbeat of a batch, so that another process takes it over once the heartbeat has timed out. */
  abandon(batchId: string): void
  /** Tells whether there was any delivery to send, in this run. */
  hadWork(): boolean
  /** Writes all queued outcomes, and stops the heartbeat. */
  close(): Promise<void>
}

/** A batch without a heartbeat for this long belongs to a dead process. */
export const HEARTBEAT_TIMEOUT_SECONDS = 60
const HEARTBEAT_MS = 10_000
const FLUSH_MS = 100
/** The time that a commit waits until all connections take part, so that fast connections share commits. */
const COALESCE_MS = 2
const FLUSH_OUTCOMES = 100
const MAX_ROWS_PER_WRITE = 1_000
const RETRY_MS = 1_000
/** The number of times that a commit is retried when the process is ending, or when the database responds with an error. */
const MAX_FAILURES = 3
/** A server is believed that so few recipients do not exist, even if it has taken nothing. */
const MOST_DOUBTFUL = 20

/** An outcome that is not written yet. */
interface PendingOutcome {
  row: Delivery
  outcome: Outcome
}

/** A call of `begin` that waits for the commit. */
interface BeginRequest {
  row: Delivery
  resolve(mayBeSent: boolean): void
  reject(error: unknown): void
}

const SETTLE_AND_BEGIN = `
  select id from private.settle_and_begin_newsletter_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id`

/** Opens the deliveries of an issue. `runEnds` aborts at the end of the run, `processEnds` at the end of the process. */
export function openDeliveryQueue(
  { sql, mail, log, wait }: Pick<SendDeps, 'sql' | 'mail' | 'log' | 'wait'>,
  issueId: string,
  { runEnds, processEnds }: { runEnds: AbortSignal; processEnds: AbortSignal },
): DeliveryQueue {
  /** The batch of the rows that `next` has claimed. */
  const ownBatch = randomUUID()
  const claims = openClaims({ sql, mail, wait }, issueId, { batchId: ownBatch, runEnds })
  /** The ids of rows that are `sending` without a written outcome. */
  const begunIds = new Set<string>()
  /** Other batches, with the number of their rows without a written outcome. */
  const batches = new Map<string, number>()
  let pending: PendingOutcome[] = []
  const requests: BeginRequest[] = []
  /** True if there may be rows that are `sending` whose message was not sent, because `begin` has failed. */
  let mayHaveUnsent = false
  let hadWork = false
  let writing: Promise<void> | null = null
  let reporting = Promise.resolve()
  /** The reports that say that a mailbox does not exist, until the server has taken a message. */
  const doubtful: MailReport[] = []
  let hasTaken = false
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

  /** Writes outcomes and begins messages, one commit after another; what arrives during a commit is part of the next one. */
  async function write(): Promise<void> {
    try {
      // Connections that finish in the same turn of the event loop share a commit.
      await nextTurn()
      let failures = 0
      while (pending.length > 0 || requests.length > 0) {
        await coalesce()
        const served = requests.splice(0)
        try {
          await commit(served)
          failures = 0
        } catch (error) {
          failures += 1
          if (failures === 1) log.error('The outcomes of a newsletter cannot be written right now', error)
          const isFinal = failures > MAX_FAILURES && (processEnds.aborted || !isUnreachable(error))
          if (isFinal || runEnds.aborted) mayHaveUnsent ||= served.length > 0
          if (isFinal) {
            for (const { reject } of served) reject(error)
            if (processEnds.aborted) throw error
          } else if (runEnds.aborted) for (const { resolve } of served) resolve(false)
          else requests.unshift(...served)
          await wait(RETRY_MS)
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

  const isEnough = () => requests.length >= mail.concurrency

  async function commit(served: readonly BeginRequest[]): Promise<void> {
    const written = pending.slice(0, MAX_ROWS_PER_WRITE)
    const done = batchesDoneWith(written)
    const begun = await settleAndBegin(written, { done, begin: served.map(({ row }) => row.id) })
    pending = pending.slice(written.length)
    report(written)
    for (const { row } of written) {
      begunIds.delete(row.id)
      const open = batches.get(row.batchId)
      if (open !== undefined) batches.set(row.batchId, open - 1)
    }
    for (const id of done) batches.delete(id)
    hadWork ||= begun.size > 0
    // The issue is paused, most likely: the server is not offered messages that would be refused as well.
    if (served.length > 0 && begun.size === 0) claims.drop()
    for (const { row, resolve } of served) {
      // A row can be claimed twice, when other processes believed this one dead; the second message must not be sent.
      const isFirst = begun.has(row.id) && !begunIds.has(row.id)
      if (isFirst) begunIds.add(row.id)
      resolve(isFirst)
    }
  }

  /** Counts a refusal of the server like a report of that, which another server would have mailed. The failures are stored by now. */
  function report(written: readonly PendingOutcome[]): void {
    const reports = written.flatMap(({ row, outcome }) => {
      if (!('refusal' in outcome) || !outcome.refusal) return []
      const { phase, code, text } = outcome.refusal
      return [reportFailure(mail.kind, { mailId: row.messageId, phase, basicCode: code, text }, false)]
    })
    hasTaken ||= written.some(({ outcome }) => outcome.status === 'sent')
    doubtful.push(...reports.filter(({ fault }) => fault === 'gone'))
    store(reports.filter(({ fault }) => fault !== 'gone'))
    if (hasTaken) store(doubtful.splice(0))
  }

  function store(reports: readonly MailReport[]): void {
    if (reports.length === 0) return
    reporting = reporting
      .then(() =>
        sql.transaction(async (transaction) => {
          for (const one of reports) await recordBounce(transaction, one)
        }),
      )
      .catch((error: unknown) => log.error('Refusals of a newsletter could not be recorded', error))
  }

  /** A server that has taken nothing, and knows none of many recipients, is set up wrongly, and must not end all subscriptions. */
  async function storeDoubtful(): Promise<void> {
    if (doubtful.length > MOST_DOUBTFUL) {
      const [taken] = await sql`
        select from public.newsletter_deliveries where issue_id = ${issueId} and status = 'sent' limit 1`
      if (!taken)
        return log.warn(
          `The mail server says that none of ${doubtful.length} recipients exists, and has taken no newsletter. It is not believed.`,
        )
    }
    store(doubtful)
  }

  async function settleAndBegin(
    written: readonly PendingOutcome[],
    { done = [], begin = [] }: { done?: readonly string[]; begin?: readonly string[] },
  ): Promise<Set<string>> {
    const outcomes = written.map(({ outcome }) => outcome)
    const { rows } = await sql.run(SETTLE_AND_BEGIN, [
      issueId,
      written.map(({ row }) => row.id),
      written.map(({ row }) => row.batchId),
      outcomes.map(({ status }) => status),
      outcomes.map((outcome) => ('reason' in outcome ? oneLineReason(outcome.reason) : null)),
      outcomes.map((outcome) => ('delaySeconds' in outcome ? Math.ceil(outcome.delaySeconds) : null)),
      done,
      ownBatch,
      mail.kind,
      begin,
    ])
    return new Set(rows.map(({ id }) => id))
  }

  function batchesDoneWith(written: readonly PendingOutcome[]): string[] {
    const perBatch = Map.groupBy(written, ({ row }) => row.batchId)
    return [...perBatch].filter(([id, rows]) => batches.get(id) === rows.length).map(([id]) => id)
  }

  /** Releases rows that are `sending` although `begin` has failed; no connection has sent their message. */
  async function releaseUnsent(): Promise<void> {
    const unsent = await sql<Delivery[]>`
      select batch_id as "batchId", id from public.newsletter_deliveries
      where batch_id = ${ownBatch} and status = 'sending' and id <> all(${[...begunIds]}::bigint[])`
    await settleAndBegin(
      unsent.map((row) => ({ row, outcome: { status: 'released' } })),
      {},
    )
  }

  const track = (rows: readonly Delivery[]) => {
    hadWork ||= rows.length > 0
    for (const [id, { length }] of Map.groupBy(rows, ({ batchId }) => batchId)) batches.set(id, length)
  }

  return {
    next: claims.next,
    begin(row) {
      const begun = new Promise<boolean>((resolve, reject) => requests.push({ row, resolve, reject }))
      if (isEnough()) endCoalescing()
      startWriting().catch(() => {})
      return begun
    },
    async claimBatch(limit) {
      const rows = await sql<Delivery[]>`
        select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts, sections
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
    hadWork: () => hadWork,
    async close() {
      clearInterval(heartbeat)
      await startWriting()
      if (mayHaveUnsent) await releaseUnsent()
      await claims.close()
      await storeDoubtful()
      await reporting
      await settleAndBegin([], { done: [ownBatch] })
    },
  }
}
