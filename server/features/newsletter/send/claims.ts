import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'

/** The recipients that one run of one process has claimed in advance, so that no connection waits for the next one. */
export interface Claims {
  /** The next recipient. Null when no delivery is due, the issue is not being sent, or the run has ended. */
  next(): Promise<Delivery | null>
  /** Forgets what `next` has not returned yet. Other processes can claim it after the end of the run. */
  drop(): void
  /** Waits for a claim that is under way, so that none is made after the end of the run. */
  close(): Promise<void>
}

const CLAIMS_PER_CONNECTION = 8
const RETRY_MS = 1_000
/** The number of times that a claim is retried when the database responds with an error. */
const MAX_FAILURES = 3

/** Opens the claims of the batch of a run. `runEnds` aborts at the end of the run. */
export function openClaims(
  { sql, mail, wait }: Pick<SendDeps, 'sql' | 'mail' | 'wait'>,
  issueId: string,
  { batchId, runEnds }: { batchId: string; runEnds: AbortSignal },
): Claims {
  const limit = CLAIMS_PER_CONNECTION * mail.concurrency
  let claimed: Delivery[] = []
  let claiming: Promise<void> | null = null
  /** Claims walk through the ids in passes (keyset pagination), so that finished rows are not scanned for each claim. */
  let after = '0'

  /** Claims the next recipients. The walk begins again from the first id when there are no more, once if it finds none. */
  async function claim(): Promise<void> {
    for (let failures = 0; ; ) {
      try {
        const rows = await sql<Delivery[]>`
          select batch_id as "batchId", id, subscriber_id as "subscriberId", email, language, message_id as "messageId", attempts, sections
          from private.reserve_newsletter_deliveries(${issueId}, ${batchId}, ${mail.kind}, ${after}, ${limit})`
        const isFirstPass = after === '0'
        after = rows.length < limit ? '0' : (rows.at(-1)?.id ?? '0')
        claimed.push(...rows)
        if (rows.length > 0 || isFirstPass) return
      } catch (error) {
        failures += 1
        if (runEnds.aborted) return
        if (failures > MAX_FAILURES && !isUnreachable(error)) throw error
        await wait(RETRY_MS)
      }
    }
  }

  function claimMore(): Promise<void> {
    claiming ??= claim().finally(() => {
      claiming = null
    })
    return claiming
  }

  return {
    async next() {
      if (runEnds.aborted) return null
      if (claimed.length === 0) await claimMore()
      const row = claimed.shift() ?? null
      if (row && claimed.length === mail.concurrency) claimMore().catch(() => {})
      return row
    },
    drop() {
      claimed = []
    },
    async close() {
      await claiming?.catch(() => {})
    },
  }
}
