import type { Language } from '#core/i18n/languages.ts'
import {
  personaliseMessage,
  type SealedMessage,
} from '#server/features/newsletter/render/personalise-message.ts'
import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import type { DeliveryQueue } from '#server/features/newsletter/send/delivery-queue.ts'
import type { RateLimiter, Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import type { TransportHealth } from '#server/features/newsletter/send/transport-health.ts'
import type { Services } from '#server/features/services.ts'
import type { Mail } from '#server/platform/mail/mail.ts'

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

/** Makes the mail of a recipient of what was approved. */
type WriteMail = (row: Delivery) => Mail

/** Reads what was approved of an issue. @throws when nothing was */
export async function loadSealedMessages(
  {
    sql,
    siteUrl,
    settings,
    subscriberLinks,
  }: Pick<Services, 'sql' | 'siteUrl' | 'settings' | 'subscriberLinks'>,
  issueId: string,
): Promise<WriteMail> {
  const rows = await sql<(SealedMessage & { slug: string })[]>`
    select language, subject, html, body_text as text, slug
    from public.newsletter_messages join public.newsletter_issues on id = issue_id where issue_id = ${issueId}`
  const [first] = rows
  if (!first) throw new Error('The issue has no messages')
  const messages = new Map<Language, SealedMessage>(rows.map((row) => [row.language, row]))
  const current = settings.current()
  const site = { siteUrl, settings: current, links: subscriberLinks, issueSlug: first.slug }
  return ({ subscriberId, messageId, email, language }) => {
    const message = messages.get(language)
    if (!message) throw new Error(`The issue has no message in the language ${language}`)
    const addressed = personaliseMessage(message, { subscriberId, deliveryId: messageId }, site)
    return { ...addressed, id: messageId, to: email, publication: current.site_name }
  }
}
