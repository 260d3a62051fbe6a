import type { Language } from '#core/i18n/languages.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { MailError, type Refusal } from '#server/platform/mail/mail.ts'

/** A claimed delivery: only this process may send the message, once its row is `sending`. */
export interface Delivery {
  batchId: string
  id: string
  subscriberId: string
  email: string
  language: Language
  /** Of which they get the stories; null for the whole issue. */
  sections: string[] | null
  messageId: string
  /** The number of attempts, including the present one. */
  attempts: number
}

/**
 * - `pending`: refused temporarily, to be retried after a delay
 * - `released`: not sent, nor was the server asked about its recipient, to be claimed again at once
 */
export type Outcome =
  | { status: 'sent' | 'released' }
  | { status: 'failed' | 'uncertain'; reason: string; refusal?: Refusal | null }
  | { status: 'pending'; reason: string; delaySeconds: number }

/** The delays before the retries of a message that was refused temporarily; after the last retry it has failed. */
const RETRY_MINUTES = [1, 2, 5, 15, 30]
/** The shorter delay, multiplied by the attempts, after a problem of the transport itself. */
const TRANSPORT_RETRY_SECONDS = 10

/** The outcome of a message after an error of the transport. */
export function outcomeOf(error: unknown, { attempts }: Pick<Delivery, 'attempts'>): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  if (!(error instanceof MailError) || error.kind === 'uncertain') return { status: 'uncertain', reason }
  const minutes = RETRY_MINUTES[attempts - 1]
  if (error.kind === 'temporary' && error.isUnoffered) return { status: 'released' }
  if (error.kind === 'permanent' || minutes === undefined)
    return { status: 'failed', reason, refusal: error.refusal }
  const seconds = error.isTransportProblem ? TRANSPORT_RETRY_SECONDS * attempts : minutes * 60
  return {
    status: 'pending',
    reason,
    delaySeconds: Math.max(seconds, (error.retryAfterMs ?? 0) / 1000),
  }
}

/** The recipients that one run of one process has claimed in advance, so that no connection waits for the next one. */
interface Claims {
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
