import type { Language } from '#core/i18n/languages.ts'
import { MailError } from '#server/platform/mail/mail.ts'

/** A recipient whose row is `sending`: only this process may send the message. */
export interface Delivery {
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
 * - `released`: not sent at all
 */
export type Outcome =
  | { status: 'sent' | 'released' }
  | { status: 'failed' | 'uncertain'; reason: string }
  | { status: 'pending'; reason: string; delaySeconds: number }

/** After these delays a message that was refused for the moment is tried again, and after the last one it has failed. */
const RETRY_MINUTES = [1, 2, 5, 15, 30]
/** A transport that did not work at all may work again soon. */
const TRANSPORT_RETRY_SECONDS = 10

/** What a failure means for a message. */
export function outcomeOf(error: unknown, { attempts }: Pick<Delivery, 'attempts'>): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  if (!(error instanceof MailError) || error.kind === 'uncertain') return { status: 'uncertain', reason }
  const minutes = RETRY_MINUTES[attempts - 1]
  if (error.kind === 'permanent' || minutes === undefined) return { status: 'failed', reason }
  const seconds = error.isTransportProblem ? TRANSPORT_RETRY_SECONDS * attempts : minutes * 60
  return {
    status: 'pending',
    reason,
    delaySeconds: Math.max(seconds, (error.retryAfterMs ?? 0) / 1000),
  }
}
