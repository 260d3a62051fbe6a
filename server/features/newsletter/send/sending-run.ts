import { allAddressesOf } from '#core/domain/category.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import {
  isEmptyFor,
  personaliseMessage,
  type SealedMessage,
} from '#server/features/newsletter/render/personalise-message.ts'
import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import type { DeliveryQueue } from '#server/features/newsletter/send/delivery-queue.ts'
import type { RateLimiter, Slot } from '#server/features/newsletter/send/rate-limiter.ts'
import type { Turn, Turns } from '#server/features/newsletter/send/turns.ts'
import type { Services } from '#server/features/services.ts'
import type { Mail, MailTransport } from '#server/platform/mail/mail.ts'

export type SendDeps = Pick<
  Services,
  'sql' | 'queue' | 'siteUrl' | 'settings' | 'subscriberLinks' | 'log' | 'wait'
> & {
  /** The transport with which the run began. */
  mail: MailTransport
}

/** The state of a run: the work of one process on one issue for a limited time. */
export interface SendingRun {
  deps: SendDeps
  issueId: string
  writeMail: WriteMail
  deliveries: DeliveryQueue
  limiter: RateLimiter
  turns: Turns
  /** Waits until one more message may be sent. Null when this run sends no more. */
  takeTurn(): Promise<Turn | null>
  /** The server has taken a message. */
  taken(): void
  /** Aborts messages that are being sent, at the end of the grace period of the process. */
  abort: AbortSignal
  /** Tells whether the run has ended, so that nothing more is sent. */
  isOver(): boolean
  end(): void
  /** Sets the delay of the next run, because of the rate limit. */
  continueAfter(waitMs: number): void
}

/** Reserves a slot for `count` messages. Returns null when the wait would be long, or the run has ended. */
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

/** Runs `work` on each connection of the transport. An error ends the run, and is thrown when all connections are done. */
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

/** Builds the mail of a recipient from the approved messages. */
type WriteMail = (row: Delivery) => Mail

/** Loads the approved messages of an issue. @throws when there are none */
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
  return ({ subscriberId, messageId, email, language, sections: chosen }) => {
    // A message that was under way when the issue was approved again may come back in a language that is switched off since.
    const message = messages.get(language) ?? messages.get(DEFAULT_LANGUAGE)
    if (!message) throw new Error(`The issue has no message in the language ${language}`)
    const sections = chosen && allAddressesOf(chosen, current)
    if (isEmptyFor(message, sections)) throw new Error('Nothing in it is of the sections that they chose')
    const addressed = personaliseMessage(message, { subscriberId, deliveryId: messageId, sections }, site)
    return { ...addressed, id: messageId, to: email, publication: current.site_name }
  }
}
