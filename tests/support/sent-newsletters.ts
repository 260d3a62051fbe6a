import { randomUUID } from 'node:crypto'
import type { NewsletterMessage } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** An issue whose sending has begun, with a message in each of the languages. */
export async function addSentNewsletter(
  sql: Sql,
  {
    slug = '2026-11-15',
    startedAt = '2026-11-15T08:00:00Z',
    countsClicks = false,
    messages,
  }: {
    slug?: string
    startedAt?: string | null
    countsClicks?: boolean
    messages: Partial<Record<Language, Partial<NewsletterMessage>>>
  },
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into public.newsletter_issues (id, slug, status, approved_at, seal, audience, started_at, ended_at, counts_clicks)
    values (${id}, ${slug}, ${startedAt ? 'sent' : 'approved'}, now(), 'seal', ${startedAt ? 0 : null}, ${startedAt}, ${startedAt}, ${countsClicks})`
  for (const [language, message] of Object.entries(messages)) {
    const {
      subject = `Issue ${slug}`,
      preheader = 'What is in it.',
      html = '',
      content = '<p>Hello.</p>',
    } = message
    await sql`
      insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
      values (${id}, ${language}, ${subject}, ${preheader}, ${html}, '', ${content})`
  }
  return id
}
