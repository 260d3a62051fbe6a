import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/platform/database/connection.ts'
import { insertAccessToken } from '../support/access-tokens.ts'
import { ADMIN } from '../support/app.ts'
import type { Table } from './expected-access.ts'

interface Fixture {
  /** A row that the role tries to insert. */
  insert: () => Record<string, unknown>
  /** A change that the role tries on every row. */
  update: Record<string, unknown>
  /** A unique column. */
  key: string
}

/** The published article of the fixture rows. */
const IN_PRINT = '1d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
/** An issue of the newsletter of the fixture rows, and one of its items. */
const ISSUE = '6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10'
const WEBHOOK = '3d3f0b0e-7c55-4a0c-9f0e-0d8e6f5b7a21'
const ITEM = 'b8f2a0d4-3c55-4e1e-9a54-7d0e6c1f2b33'

export const FIXTURES: Record<Table, Fixture> = {
  access_tokens: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      name: 'Mine',
      scopes: '{read}',
      made_by: randomUUID(),
      ends_at: '2030-01-01T00:00:00Z',
    }),
    update: { ends_at: '2030-01-01T00:00:00Z' },
  },
  article_check_overrides: {
    key: 'finding',
    insert: () => ({ finding: randomUUID(), article_id: IN_PRINT, reason: 'It is a name.' }),
    update: { reason: 'It is a word.' },
  },
  article_corrections: {
    key: 'id',
    insert: () => ({ text: 'It was Tuesday.', article_id: IN_PRINT }),
    update: { text: 'It was Wednesday.' },
  },
  article_notes: {
    key: 'id',
    insert: () => ({
      id: randomUUID(),
      article_id: IN_PRINT,
      original_id: IN_PRINT,
      language: 'en',
      kind: 'note',
      body: 'Is this so?',
      made_by: randomUUID(),
      made_by_name: 'Nobody',
    }),
    update: { body: 'It is.' },
  },
  article_people: {
    key: 'user_id',
    insert: () => ({ user_id: randomUUID(), article_id: IN_PRINT }),
    update: { added_at: '2030-01-01T00:00:00Z' },
  },
  article_previews: {
    key: 'id',
    insert: () => ({
      created_by: randomUUID(),
      article_id: IN_PRINT,
      expires_at: 'infinity',
    }),
    update: { expires_at: 'infinity' },
  },
  article_revisions: {
    key: 'id',
    insert: () => ({ article_id: IN_PRINT, title: 'Title', published: true, article: {} }),
    update: { note: 'Somebody else did it.' },
  },
  article_schedules: {
    key: 'article_id',
    insert: () => ({ publish_at: '2030-01-01T00:00:00Z', article_id: IN_PRINT, zone: 'UTC' }),
    update: { publish_at: '2031-01-01T00:00:00Z' },
  },
  article_translations: {
    key: 'translation_id',
    insert: () => ({ translation_id: randomUUID(), original_id: IN_PRINT, language: 'de' }),
    update: { model: 'a-model' },
  },
  article_trash: {
    key: 'id',
    insert: () => ({
      article_id: randomUUID(),
      story_id: randomUUID(),
      language: 'en',
      slug: 'x',
      title: 'X',
      category: 'tech',
      published: true,
      article: {},
      redirects: [],
    }),
    update: { deleted_at: 'infinity' },
  },
  article_unpublishings: {
    key: 'article_id',
    insert: () => ({ unpublish_at: '2030-01-01T00:00:00Z', article_id: IN_PRINT, zone: 'UTC' }),
    update: { unpublish_at: '2031-01-01T00:00:00Z' },
  },
  audit_log: {
    key: 'id',
    insert: () => ({ kind: 'articles', actor_name: 'Nora', action: 'publish_article', did: 'published it' }),
    update: { actor: null },
  },
  working_copies: {
    key: 'id',
    insert: () => ({ id: randomUUID(), article_id: IN_PRINT, since: null, form: { title: 'Half a ti' } }),
    update: { form: { title: 'Half a title' } },
  },
  article_workflow: {
    key: 'article_id',
    insert: () => ({ article_id: randomUUID() }),
    update: { state: 'ready' },
  },
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
  handovers: {
    key: 'id',
    insert: () => ({
      article_id: IN_PRINT,
      made_by: randomUUID(),
      state_before: 'draft',
      state_after: 'ready',
    }),
    update: { sentence: 'Nothing' },
  },
  ideas: {
    key: 'id',
    insert: () => ({ id: randomUUID(), title: 'Of quaggas' }),
    update: { why: 'They are gone.' },
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
  media_files: {
    key: 'id',
    insert: () => ({ id: randomUUID(), name: `articles/${randomUUID()}.png` }),
    update: { credit: 'Nora Nordhaven' },
  },
  media_uses: {
    key: 'source_id',
    insert: () => ({ source_id: randomUUID(), name: 'a.png', kind: 'hero', article_id: IN_PRINT }),
    update: { name: 'b.png' },
  },
  newsletter_clicks: {
    key: 'link',
    insert: () => ({ link: 7, issue_id: ISSUE, target: '/tech' }),
    update: { people: 1000 },
  },
  newsletter_deliveries: {
    key: 'id',
    insert: () => ({ email: 'mallory@example.org', issue_id: ISSUE, language: 'en' }),
    update: { status: 'sent' },
  },
  newsletter_editions: {
    key: 'language',
    insert: () => ({ language: 'fr', issue_id: ISSUE, origin: 'person' }),
    update: { subject: 'Another subject' },
  },
  newsletter_issue_events: {
    key: 'id',
    insert: () => ({ reason: 'Somebody did it.', issue_id: ISSUE, event: 'sent' }),
    update: { reason: 'Somebody else did it.' },
  },
  newsletter_issues: {
    key: 'id',
    insert: () => ({ id: randomUUID() }),
    update: { shows_pictures: true },
  },
  newsletter_items: {
    key: 'id',
    insert: () => ({ id: randomUUID(), issue_id: ISSUE, article_id: IN_PRINT, section: 'top' }),
    update: { position: 7 },
  },
  newsletter_messages: {
    key: 'language',
    insert: () => ({
      language: 'fr',
      issue_id: ISSUE,
      subject: 'S',
      preheader: '',
      html: '',
      body_text: '',
      content: '',
    }),
    update: { subject: 'Another subject' },
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
  newsletter_summaries: {
    key: 'language',
    insert: () => ({ language: 'it', item_id: ITEM, summary: 'Di che si tratta.', origin: 'person' }),
    update: { summary: 'Something else.' },
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
  profiles: {
    key: 'user_id',
    insert: () => ({ user_id: randomUUID() }),
    update: { wants_mails: false },
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
  categories: {
    key: 'slug',
    insert: () => ({ slug: `garden-${randomUUID().slice(0, 8)}`, position: 6 }),
    update: { color: '#0f7b3f' },
  },
  glossary_proposals: {
    key: 'id',
    insert: () => ({ id: randomUUID(), language: 'de', before: 'Modell', after: 'KI-Modell' }),
    update: { status: 'rejected' },
  },
  glossary_terms: {
    key: 'id',
    insert: () => ({ id: randomUUID(), language: 'it', term: `term ${randomUUID()}`, rule: 'keep' }),
    update: { rule: 'never' },
  },
  page_revisions: {
    key: 'id',
    insert: () => ({ slug: 'about', event: 'changed', title: 'Title', published: true, version: {} }),
    update: { title: 'Another' },
  },
  pages: {
    key: 'id',
    insert: () => ({ slug: `p-${randomUUID()}`, title: 'Title', content: 'Text' }),
    update: { description: 'Another' },
  },
  pending_translations: {
    key: 'translation_id',
    insert: () => ({
      title: 'A pending title',
      translation_id: IN_PRINT,
      original_id: IN_PRINT,
      language: 'de',
      replaces: '2030-01-01T00:00:00Z',
      excerpt: 'B',
      content: 'C',
      origin: 'machine',
      parts: [],
    }),
    update: { title: 'D' },
  },
  translation_claims: {
    key: 'id',
    insert: () => ({ id: randomUUID(), original_id: randomUUID(), language: 'de', user_id: randomUUID() }),
    update: { saved_at: '2030-01-01T00:00:00Z' },
  },
  translation_edits: {
    key: 'id',
    insert: () => ({
      before: 'C',
      after: 'B',
      language: 'de',
      article_id: IN_PRINT,
      segment_id: 1,
      replaced_id: 1,
    }),
    update: { after: 'C' },
  },
  translation_parts: {
    key: 'position',
    insert: () => ({ position: 7, translation_id: IN_PRINT, segment_id: 1 }),
    update: { approved_at: '2030-01-01T00:00:00Z' },
  },
  translation_reports: {
    key: 'id',
    insert: () => ({ id: randomUUID(), translation_id: IN_PRINT, quote: 'Das ist falsch.' }),
    update: { status: 'done' },
  },
  translation_runs: {
    key: 'id',
    insert: () => ({ id: randomUUID(), article_id: IN_PRINT, language: 'it' }),
    update: { status: 'paused' },
  },
  translation_segments: {
    key: 'id',
    insert: () => ({
      source_hash: '0'.repeat(64),
      language: 'de',
      context: 'title',
      source: 'A',
      text: 'B',
      origin: 'machine',
    }),
    update: { text: 'C' },
  },
  user_roles: {
    key: 'id',
    insert: () => ({ user_id: randomUUID(), role: 'admin' }),
    update: { role: 'admin' },
  },
  webhook_deliveries: {
    key: 'id',
    insert: () => ({ id: randomUUID(), webhook_id: WEBHOOK, event: 'webhook.test', data: {} }),
    update: { status: 'waiting' },
  },
  webhooks: {
    key: 'id',
    insert: () => ({ id: randomUUID(), url: 'https://example.org/', events: ['article.updated'] }),
    update: { enabled: false },
  },
}

/** Puts exactly two rows into every table, for example a published article and a draft; user_roles is left alone. */
export async function insertFixtureRows(sql: Sql): Promise<void> {
  await sql`
    truncate public.articles, public.newsletter_issues, public.newsletter_send_tickets, public.newsletter_subscribers, public.outbox_mails,
      public.mail_deliveries, public.settings, public.article_revisions, public.article_trash, public.article_corrections,
      public.article_check_overrides, public.working_copies, public.audit_log,
      public.media_files, public.media_uses, public.article_translations, public.translation_segments,
      public.translation_runs, public.translation_reports, public.glossary_terms, public.glossary_proposals, public.pages,
      public.page_revisions, public.webhooks, public.article_workflow, public.article_people, public.handovers,
      public.translation_claims, public.article_notes, public.ideas cascade`
  await sql`delete from public.access_tokens`
  await sql`delete from public.categories where slug not in ('tech', 'news')`
  await sql`
    insert into public.articles (id, slug, title, excerpt, content, category, published) values
      (${IN_PRINT}, 'in-print', 'In print', 'Excerpt', 'Text', 'tech', true),
      (gen_random_uuid(), 'draft', 'Draft', 'Excerpt', 'Text', 'tech', false)`
  await sql`insert into public.article_workflow (article_id) select id from public.articles`
  await sql`insert into public.ideas (title) select 'More on ' || title from public.articles`
  await sql`
    insert into public.handovers (article_id, made_by, to_person, state_before, state_after, sentence)
    select id, id, id, 'draft', 'in_edit', 'Please read it' from public.articles`
  await sql`
    insert into public.article_notes (id, article_id, original_id, language, kind, body, made_by, made_by_name)
    select gen_random_uuid(), id, id, language, 'note', 'Is this so?', gen_random_uuid(), 'Mara' from public.articles`
  await sql`
    insert into public.article_people (article_id, user_id)
    select ${IN_PRINT}, id from auth.users where email in (${ADMIN.email}, 'second@example.org')`
  await sql`
    delete from public.profiles where user_id not in (
      select id from auth.users where email in (${ADMIN.email}, 'second@example.org'))`
  await sql`
    insert into public.pages (slug, title, content, published) values
      ('imprint', 'Imprint', 'Text', true), ('team', 'Team', 'Text', false)`
  await sql`
    insert into public.article_trash (article_id, story_id, language, slug, title, category, published, article, redirects)
    select id, id, language, slug, title, category, published, to_jsonb(articles), '[]' from public.articles`
  await sql`
    insert into public.article_corrections (article_id, text) select id, 'It was Monday.' from public.articles`
  await sql`
    insert into public.article_check_overrides (article_id, finding, reason)
    select id, 'alt:' || slug, 'It is decoration.' from public.articles`
  await sql`
    insert into public.article_previews (article_id, created_by, expires_at)
    select id, gen_random_uuid(), now() + interval '1 day' from public.articles`
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone)
    select id, now() + interval '1 day', 'Europe/Zurich' from public.articles`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone)
    select id, now() + interval '2 days', 'Europe/Zurich' from public.articles`
  await sql`
    insert into public.article_translations (translation_id, original_id, language)
    select id, gen_random_uuid(), 'de' from public.articles`
  await sql`
    with made as (
      insert into public.translation_segments (language, source_hash, context, source, text, origin)
      select 'de', encode(sha256(slug::bytea), 'hex'), 'title', title, title, 'person' from public.articles returning id)
    insert into public.translation_parts (translation_id, position, segment_id)
    select ${IN_PRINT}, row_number() over (order by id), id from made`
  await sql`
    insert into public.glossary_terms (language, term, rule) select 'de', slug, 'keep' from public.articles`
  await sql`
    insert into public.glossary_proposals (language, before, after) select 'de', slug, title from public.articles`
  await sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    select id, id, 'de', updated_at, title, excerpt, content, 'machine', '[]' from public.articles`
  await sql`
    insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id)
    select 'de', 'A', 'B', gen_random_uuid(), id, id from public.translation_segments`
  await sql`
    insert into public.translation_claims (original_id, language, user_id)
    select articles.id, 'de', users.id from public.articles, auth.users where users.email = ${ADMIN.email}`
  await sql`
    insert into public.translation_reports (translation_id, quote) select id, 'Das ist falsch.' from public.articles`
  await sql`
    insert into public.translation_runs (article_id, language) select id, 'de' from public.articles`
  await sql`
    insert into public.working_copies (id, owner, article_id, form)
    select gen_random_uuid(), coalesce((select id from auth.users where email = owner), gen_random_uuid()), ${IN_PRINT}, '{}'
    from unnest(array[${ADMIN.email}, 'second@example.org']) as owner`
  await sql`
    insert into public.media_files (id, name) select gen_random_uuid(), slug || '.png' from public.articles`
  await sql`
    insert into public.media_uses (name, kind, source_id, article_id) select slug || '.png', 'hero', id, id from public.articles`
  await sql`
    insert into public.settings (key, value) values ('site_name', '"Harbour News"'), ('default_author', '"The Desk"')`
  await sql`
    insert into public.slug_redirects (slug, language, article_id)
    select 'once-' || slug, language, id from public.articles`
  await sql`insert into public.newsletter_send_tickets (ticket_hash, email) values ('a', 'a@x.org'), ('b', 'b@x.org')`
  await sql`insert into public.newsletter_subscribers (email) values ('ada@example.org'), ('grace@example.org')`
  await sql`insert into public.newsletter_issues (id) values (${ISSUE}), (gen_random_uuid())`
  await sql`
    insert into public.newsletter_editions (issue_id, language, origin) values (${ISSUE}, 'en', 'rules'), (${ISSUE}, 'de', 'rules')`
  await sql`
    insert into public.newsletter_items (id, issue_id, article_id, section)
    select case when id = ${IN_PRINT} then ${ITEM}::uuid else gen_random_uuid() end, ${ISSUE}, id, 'top' from public.articles`
  await sql`
    insert into public.newsletter_summaries (item_id, language, summary, origin)
    values (${ITEM}, 'en', 'What it is about.', 'rules'), (${ITEM}, 'de', 'Worum es geht.', 'rules')`
  await sql`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
    values (${ISSUE}, 'en', 'S', '', '', '', ''), (${ISSUE}, 'de', 'S', '', '', '', '')`
  await sql`
    insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language)
    select ${ISSUE}, id, email, language from public.newsletter_subscribers`
  await sql`
    insert into public.newsletter_clicks (issue_id, link, target) values (${ISSUE}, 1, '/tech'), (${ISSUE}, 2, '/news')`
  await sql`insert into public.newsletter_issue_events (issue_id, event) values (${ISSUE}, 'draft'), (${ISSUE}, 'tested')`
  await sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    select 'mail-' || n, 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>' from generate_series(1, 2) n`
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status)
    select gen_random_uuid(), 'send-confirmation-mail', 'b@x.org', 'Subject', 'failed' from generate_series(1, 2) n`
  await insertAccessToken(sql, { scopes: ['read'] })
  await insertAccessToken(sql, { scopes: ['subscribers'] })
  await sql`
    insert into public.webhooks (id, url, events, enabled) values
      (${WEBHOOK}, 'https://one.example.org/', '["article.updated"]', false),
      (gen_random_uuid(), 'https://two.example.org/', '["article.updated"]', false)`
  await sql`
    insert into public.webhook_deliveries (webhook_id, event, data) select id, 'webhook.test', '{}' from public.webhooks`
  // After what writes entries of its own.
  await sql`truncate public.audit_log`
  await sql`
    select private.record_article_act(articles, 'publish_article', 'published %s') from public.articles`
}

/** A role of another user than the administrator. */
export async function insertAnotherRole(sql: Sql): Promise<void> {
  await sql`
    with another as (insert into auth.users (id, email) values (gen_random_uuid(), 'second@example.org') returning id)
    insert into public.user_roles (user_id, role) select id, 'admin' from another`
}
