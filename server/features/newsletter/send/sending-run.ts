import type { DeliveryQueue } from '#server/features/newsletter/send/delivery-queue.ts'
import type { RateLimiter, Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import type { WriteMail } from '#server/features/newsletter/send/sealed-messages.ts'
import type { TransportHealth } from '#server/features/newsletter/send/transport-health.ts'
import type { Services } from '#server/features/services.ts'

export type SendDeps = Pick<
  Services,
  'sql' | 'queue' | 'mail' | 'siteUrl' | 'settings' | 'subscriberLinks' | 'log'
>

/** The work of one process on one issue, for a while. */
export interface SendingRun {
  deps: SendDeps
  issueId: string
  writeMail: WriteMail
  deliveries: DeliveryQueue
  limiter: RateLimiter
  health: TransportHealth
  /** Aborts what is being sent, when the process cannot wait for it any more. */
  abort: AbortSignal
  /** Whether nothing more is to be sent. */
  isOver(): boolean
  end(): void
  /** Says that a limit allows more only after so many milliseconds. */
  continueAfter(waitMs: number): void
}

/** Waits until so many messages may be sent at the same moment. Returns null when that takes long, or the run is over. */
export async function reserveSlot(run: SendingRun, count: number): Promise<Slot | null> {
  const slot = await run.limiter.reserve(count)
  if (typeof slot === 'number') {
    run.continueAfter(slot)
    return null
  }
  if (!run.isOver()) return slot
  slot.release()
  return null
}

/** Does the same work on each connection of the transport. A failure ends the run, and is thrown when all connections are done. */
export async function onEachConnection(run: SendingRun, work: () => Promise<void>): Promise<void> {
  const connections = Array.from({ length: run.deps.mail.concurrency }, () =>
    work().catch((error: unknown) => {
      run.end()
      throw error
    }),
  )
  for (const result of await Promise.allSettled(connections))
    if (result.status === 'rejected') throw result.reason
}
