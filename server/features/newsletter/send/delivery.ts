import type { Language } from '#core/i18n/languages.ts'
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
