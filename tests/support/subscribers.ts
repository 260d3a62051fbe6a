import { createHash, randomUUID } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { TEST_SECRETS } from './test-settings.ts'

const links = createSubscriberLinks(TEST_SECRETS.jwtSecret)

/** A subscriber, with the tokens of the links in their mails. */
export interface TestSubscriber {
  id: string
  email: string
  unsubscribe: string
  preferences: string
}

export async function addSubscriber(
  sql: Sql,
  { language = 'en', confirmed = true }: { language?: Language; confirmed?: boolean } = {},
): Promise<TestSubscriber> {
  const email = `${randomUUID()}@example.org`
  const [row] = await sql<[{ id: string }]>`
    insert into public.newsletter_subscribers (email, language, confirmed, confirmed_at)
    values (${email}, ${language}, ${confirmed}, ${confirmed ? new Date() : null}) returning id`
  return { id: row.id, email, ...linkTokens(row.id) }
}

/** The tokens of the links in the mails to a subscriber. */
export function linkTokens(id: string): Pick<TestSubscriber, 'unsubscribe' | 'preferences'> {
  return { unsubscribe: links.tokenFor('unsubscribe', id), preferences: links.tokenFor('preferences', id) }
}

/** Reads a subscriber's state; null if there is none. */
export async function stateOf(sql: Sql, { id }: Pick<TestSubscriber, 'id'>) {
  const [row] = await sql<{ language: Language; is_active: boolean; left_reason: string | null }[]>`
    select language, is_active, left_reason from public.newsletter_subscribers where id = ${id}`
  return row ?? null
}

/** The mails to an address that are in the outbox. */
export async function mailsInOutbox(sql: Sql, email: string) {
  return sql<{ subject: string; text: string; html: string; headers: Record<string, string> }[]>`
    select subject, body_text as text, body_html as html, headers from public.outbox_mails
    where recipient = ${email} order by id`
}

/** Stores an issue that was sent, with its messages in English and in other languages. */
export async function addSentIssue(
  sql: Sql,
  { slug, subjects }: { slug: string; subjects: Partial<Record<Language, string>> },
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into public.newsletter_issues (id, slug, status, approved_at, seal, started_at, ended_at, audience)
    values (${id}, ${slug}, 'sent', now(), 'sealed', now(), now(), 1)`
  for (const [language, subject] of Object.entries(subjects))
    await sql`
      insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
      values (${id}, ${language}, ${subject}, '', '', '', '')`
  return id
}

/** A token of the right form that belongs to no subscriber. */
export const FOREIGN_TOKEN = createHash('sha384').update('nobody').digest('base64url')
