import type { Language } from '#core/i18n/languages.ts'
import { addressMessage, type SealedMessage } from '#server/features/newsletter/render/address-message.ts'
import type { Delivery } from '#server/features/newsletter/send/delivery.ts'
import type { Services } from '#server/features/services.ts'
import type { Mail } from '#server/platform/mail/mail.ts'

/** Makes the mail of a recipient of what was approved. */
export type WriteMail = (row: Delivery) => Mail

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
    const addressed = addressMessage(message, { subscriberId, deliveryId: messageId }, site)
    return { ...addressed, id: messageId, to: email, publication: current.site_name }
  }
}
