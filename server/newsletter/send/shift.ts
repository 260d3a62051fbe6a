import type { JobDeps } from '#server/jobs/job-run.ts'
import { MailError } from '#server/mail/mail.ts'
import type { ClaimedDelivery, Ledger, Outcome } from '#server/newsletter/send/open-ledger.ts'
import type { Permits } from '#server/newsletter/send/permits.ts'
import type { WriteMail } from '#server/newsletter/send/sealed-messages.ts'
import type { TransportHealth } from '#server/newsletter/send/transport-health.ts'

export type SendDeps = Pick<
  JobDeps,
  'sql' | 'queue' | 'mail' | 'siteUrl' | 'settings' | 'subscriberLinks' | 'log'
>

/** One process that works on one issue, for a while. */
export interface Shift {
  deps: SendDeps
  issueId: string
  writeMail: WriteMail
  ledger: Ledger
  permits: Permits
  health: TransportHealth
  /** Aborts what is being handed over, when the process cannot wait for it any more. */
  abandon: AbortSignal
  /** Whether nothing more is to be handed over. */
  isOver(): boolean
  end(): void
  /** Says that a limit allows more only after so many milliseconds. */
  goOnAfter(waitMs: number): void
}

/** After these delays a message that was refused for the moment is tried again, and after the last one it has failed. */
const RETRY_MINUTES = [1, 2, 5, 15, 30]
/** A transport that did not work at all may work again soon. */
const TRANSPORT_RETRY_SECONDS = 10

/** What a failure means for a message. */
export function outcomeOf(error: unknown, { attempts }: Pick<ClaimedDelivery, 'attempts'>): Outcome {
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
