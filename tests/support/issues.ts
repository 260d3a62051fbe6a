import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { anArticle } from './articles.ts'
import { rowsOf } from './fragments.ts'

/** Stores an article, or a version of one, and returns its id. */
export async function insertArticle(sql: Sql, overrides: Parameters<typeof anArticle>[0]): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles ${rowsOf(anArticle(overrides))} returning id`
  return row.id
}

/** People who have confirmed that they want the newsletter, `count` of them in each language. */
export async function addSubscribers(sql: Sql, counts: Partial<Record<Language, number>>): Promise<void> {
  for (const [language, count] of Object.entries(counts))
    await sql`
      insert into public.newsletter_subscribers (email, language, confirmed, confirmed_at)
      select 'reader-' || number || '-' || ${language}::text || '@example.org', ${language}, true, now()
      from generate_series(1, ${count}) as number`
}

/** A draft about these articles, that has been tested, with an edition in each language. Returns its id. */
export async function addIssue(
  sql: Sql,
  {
    articles,
    languages = ['en'],
    subject = 'The week in AI',
  }: { articles: readonly string[]; languages?: Language[]; subject?: string },
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.newsletter_issues default values returning id`
  for (const language of languages)
    await sql`
      insert into public.newsletter_editions (issue_id, language, subject, preheader, introduction, origin)
      values (${id}, ${language}, ${`${subject} (${language})`}, 'What happened', 'Good morning.', 'person')`
  for (const [position, articleId] of articles.entries()) {
    const [item] = await sql<[{ id: string }]>`
      insert into public.newsletter_items (issue_id, article_id, section, position)
      values (${id}, ${articleId}, 'top', ${position}) returning id`
    for (const language of languages)
      await sql`
        insert into public.newsletter_summaries (item_id, language, summary, origin)
        values (${item.id}, ${language}, 'In a sentence.', 'person')`
  }
  await sql`update public.newsletter_issues set tested_revision = revision where id = ${id}`
  return id
}

export interface IssueRow {
  status: IssueStatus
  revision: number
  slug: string | null
  seal: string | null
  held_reason: string | null
  scheduled_for: Date | null
  started_at: Date | null
  audience: number | null
}

export async function readIssueRow(sql: Sql, id: string): Promise<IssueRow> {
  const [row] = await sql<[IssueRow]>`
    select status, revision, slug, seal, held_reason, scheduled_for, started_at, audience
    from public.newsletter_issues where id = ${id}`
  return row
}

/** Lists the events of an issue, in order. */
export async function listEvents(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql<{ event: string }[]>`
    select event from public.newsletter_issue_events where issue_id = ${id} order by id`
  return rows.map(({ event }) => event)
}

/** Lists the mails about issues that wait for a worker, by their content. */
export async function listNotices(sql: Sql): Promise<string[]> {
  const rows = await sql<{ event: string }[]>`
    select data ->> 'event' as event from pgboss.job where name = 'send-newsletter-notice' order by created_on, id`
  return rows.map(({ event }) => event)
}

/** Sets settings, and has a process read them. */
export async function setSettings(
  { sql, settings }: { sql: Sql; settings: { reload(): Promise<void> } },
  values: Record<string, unknown>,
): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await sql`
      insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`
  await settings.reload()
}
