import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/database/connection.ts'
import type { Table } from './expected-access.ts'

interface Fixture {
  /** A row that the role tries to insert. */
  insert: () => Record<string, unknown>
  /** A change that the role tries on every row. */
  update: Record<string, unknown>
  /** A unique column. */
  key: string
}

export const FIXTURES: Record<Table, Fixture> = {
  articles: {
    key: 'id',
    insert: () => ({
      slug: `a-${randomUUID()}`,
      title: 'Title',
      excerpt: 'Excerpt',
      content: 'Text',
      category: 'tech',
    }),
    update: { author: 'Somebody Else' },
  },
  mail_deliveries: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      kind: 'send-confirmation-mail',
      recipient: 'b@example.org',
      subject: 'Hello',
      status: 'queued',
    }),
    update: { status: 'failed' },
  },
  newsletter_send_tickets: {
    key: 'ticket_hash',
    insert: () => ({ ticket_hash: randomUUID(), email: 'mallory@example.org' }),
    update: { email: 'mallory@example.org' },
  },
  newsletter_subscribers: {
    key: 'id',
    insert: () => ({ email: `${randomUUID()}@example.org`, confirmed: true }),
    update: { is_active: false },
  },
  outbox_mails: {
    key: 'id',
    insert: () => ({
      message_id: randomUUID(),
      sender: 'a@example.org',
      recipient: 'b@example.org',
      subject: 'Hello',
      body_text: 'Text',
      body_html: '<p>Text</p>',
    }),
    update: { subject: 'Changed' },
  },
  settings: {
    key: 'key',
    insert: () => ({ key: 'default_reading_time', value: '3 min read' }),
    update: { value: 'Somebody Else' },
  },
  slug_redirects: {
    key: 'slug',
    insert: () => ({ slug: `a-${randomUUID()}`, language: 'en', article_id: randomUUID() }),
    update: { language: 'de' },
  },
  user_roles: {
    key: 'id',
    insert: () => ({ user_id: randomUUID(), role: 'admin' }),
    update: { role: 'admin' },
  },
}

/** Puts exactly two rows into every table, for example a published article and a draft; user_roles is left alone. */
export async function insertFixtureRows(sql: Sql): Promise<void> {
  await sql`
    truncate public.articles, public.newsletter_send_tickets, public.newsletter_subscribers, public.outbox_mails,
      public.mail_deliveries, public.settings cascade`
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published) values
      ('in-print', 'In print', 'Excerpt', 'Text', 'tech', true), ('draft', 'Draft', 'Excerpt', 'Text', 'tech', false)`
  await sql`
    insert into public.settings (key, value) values ('site_name', '"Harbour News"'), ('default_author', '"The Desk"')`
  await sql`
    insert into public.slug_redirects (slug, language, article_id)
    select 'once-' || slug, language, id from public.articles`
  await sql`insert into public.newsletter_send_tickets (ticket_hash, email) values ('a', 'a@x.org'), ('b', 'b@x.org')`
  await sql`insert into public.newsletter_subscribers (email) values ('ada@example.org'), ('grace@example.org')`
  await sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    select 'mail-' || n, 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>' from generate_series(1, 2) n`
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status)
    select gen_random_uuid(), 'send-confirmation-mail', 'b@x.org', 'Subject', 'failed' from generate_series(1, 2) n`
}

/** A role of another user than the administrator. */
export async function insertAnotherRole(sql: Sql): Promise<void> {
  await sql`
    with another as (insert into auth.users (id, email) values (gen_random_uuid(), 'second@example.org') returning id)
    insert into public.user_roles (user_id, role) select id, 'admin' from another`
}
