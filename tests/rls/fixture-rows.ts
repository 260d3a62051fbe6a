import type { Sql } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { insertAccessToken } from '../support/access-tokens.ts'
import { ADMIN } from '../support/app.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { ARTICLES, INTERVIEW, ISSUE, ITEM, NOTE, REPORT, WEBHOOK } from './articles.ts'
import { addressOf } from './people.ts'

const originals = fragment`select * from public.articles where original_article_id is null`
const translations = fragment`select * from public.articles where original_article_id is not null`

/** Puts at least two rows into every table, one of each kind where there are kinds; user_roles is left alone. */
export async function insertFixtureRows(sql: Sql): Promise<void> {
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_send_tickets, public.newsletter_subscribers, public.outbox_mails, public.mail_deliveries, public.settings, public.article_revisions, public.article_trash, public.article_corrections, public.article_check_overrides, public.working_copies, public.audit_log, public.media_uses, public.article_translations, public.translation_segments, public.translation_runs, public.translation_reports, public.glossary_terms, public.glossary_proposals, public.pages, public.page_revisions, public.webhooks, public.article_workflow, public.article_people, public.handovers, public.translation_claims, public.article_notes, public.ideas, public.news_feeds, public.news_groups, public.news_items, public.sourced_articles, public.authors',
  )
  await sql`delete from public.access_tokens`
  await sql`delete from public.categories where slug not in ('tech', 'news')`
  await insertArticles(sql)
  await sql`insert into public.authors (slug) values ('mara-lindqvist'), ('nora-feldmann')`
  const author = await findPerson(sql, addressOf('author'))
  await sql`insert into public.article_workflow (article_id) select id from (${originals}) as original`
  await sql`update public.article_workflow set owner = ${author} where article_id in (${ARTICLES.own}, ${ARTICLES['handed in']})`
  await sql`update public.article_workflow set state = 'handed_in' where article_id = ${ARTICLES['handed in']}`
  await sql`update public.article_workflow set state = 'ready' where article_id in (${ARTICLES.ready}, ${ARTICLES.published})`
  await sql`
    insert into public.ideas (title, person)
    values ('More on quaggas', (select user_id from public.user_roles where user_id = ${author})), ('More on tapirs', null)`
  await sql`
    insert into public.news_feeds (url, outlet) values
      ('https://courier.example/feed', 'The Courier'), ('https://gazette.example/feed', 'The Gazette')`
  await sql`insert into public.news_groups (id) values (gen_random_uuid()), (gen_random_uuid())`
  await sql`
    insert into public.news_items (kind, title, outlet, published_at) values
      ('text', 'Rain', 'The Courier', now()), ('text', 'Sun', 'The Gazette', now())`
  await sql`insert into public.sourced_articles (article_id) select id from (${originals}) as original where not published`
  await sql`
    insert into public.article_sources (article_id, number, outlet, title, published_at, origin_id)
    select article_id, 1, 'The Courier', 'Rain', now(), gen_random_uuid() from public.sourced_articles`
  await sql`
    insert into public.article_sentences (article_id, text_hash, position, field, text, key, kind, verdict)
    select id, private.text_hash(articles), 1, 'content', 'It rains.', gen_random_uuid(), 'fact', 'green'
    from public.articles join public.sourced_articles on article_id = id`
  await sql`
    insert into public.sentence_signatures (article_id, key, text, reason, signed_by, signed_by_name)
    select article_id, gen_random_uuid(), 'It rains.', 'I was there.', gen_random_uuid(), 'Nora' from public.sourced_articles`
  await sql`
    insert into public.handovers (article_id, made_by, to_person, state_before, state_after, sentence)
    select id, id, id, 'draft', 'in_edit', 'Please read it' from (${originals}) as original`
  await sql`
    insert into public.article_notes (id, article_id, original_id, language, kind, body, made_by, made_by_name)
    select case when id = ${ARTICLES.published} then ${NOTE}::uuid else gen_random_uuid() end, id, coalesce(original_article_id, id), language, 'note', 'Is this so?', gen_random_uuid(), 'Mara'
    from public.articles`
  await sql`
    insert into public.article_people (article_id, user_id)
    select ${ARTICLES.published}::uuid, id from auth.users where email in (${ADMIN.email}, 'second@example.org')
    union all select ${ARTICLES.own}::uuid, id from auth.users where id = ${author}`
  await sql`
    insert into public.pages (slug, title, content, published) values
      ('imprint', 'Imprint', 'Text', true), ('team', 'Team', 'Text', false)`
  await sql`
    insert into public.article_trash (article_id, story_id, language, slug, title, category, published, article, redirects)
    select id, coalesce(original_article_id, id), language, slug, title, category, published, to_jsonb(articles), '[]' from public.articles`
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
    select id, now() + interval '1 day', 'Europe/Zurich' from public.articles
    where id <> all(${[ARTICLES.own, ARTICLES.ready]}::uuid[])`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone)
    select id, now() + interval '2 days', 'Europe/Zurich' from public.articles`
  await sql`
    insert into public.article_translations (translation_id, original_id, language)
    select id, original_article_id, language from (${translations}) as translation
    on conflict do nothing`
  await sql`
    insert into public.translation_segments (language, source_hash, context, source, text, origin)
    select language, encode(sha256(slug::bytea), 'hex'), 'title', title, title, 'person' from (${translations}) as translation`
  await sql`
    insert into public.translation_parts (translation_id, position, segment_id)
    select translation.id, row_number() over (), segment.id
    from (${translations}) as translation, (select min(id) as id from public.translation_segments) as segment`
  await sql`
    insert into public.glossary_terms (language, term, rule) select 'de', slug, 'keep' from public.articles`
  await sql`
    insert into public.glossary_proposals (language, before, after) values ('de', 'Netz', 'Netzwerk'), ('fr', 'réseau', 'filet')`
  await sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]' from (${translations}) as translation`
  await sql`
    insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id)
    select language, 'A', 'B', ${ARTICLES.published}::uuid, min(id), min(id) from public.translation_segments group by language`
  await sql`
    insert into public.translation_claims (original_id, language, user_id)
    select ${ARTICLES.published}::uuid, language, users.id from unnest(array['de', 'fr']) as language, auth.users
    where users.email = ${ADMIN.email}`
  await sql`
    insert into public.translation_reports (translation_id, quote) select id, 'Das ist falsch.' from (${translations}) as translation`
  await sql`
    insert into public.translation_runs (article_id, language) values (${ARTICLES.published}, 'de'), (${ARTICLES.published}, 'fr')`
  await sql`
    insert into public.working_copies (id, owner, article_id, form)
    select gen_random_uuid(), user_id, ${ARTICLES.published}::uuid, '{}'::jsonb from public.user_roles
    union all select gen_random_uuid(), gen_random_uuid(), ${ARTICLES.published}::uuid, '{}'`
  await sql`delete from storage.objects where bucket_id = 'article-images'`
  await sql`
    insert into storage.objects (bucket_id, name, version, owner)
    select 'article-images', name, gen_random_uuid(), case when name <> 'theirs.png' then ${author}::uuid end
    from unnest(array['own.png', 'shown.png', 'theirs.png']) as name`
  await sql`
    insert into public.media_uses (name, kind, source_id, article_id)
    select case when id = ${ARTICLES.published} then 'shown.png' else slug || '.png' end, 'hero', id, id from public.articles`
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
    select case when id = ${ARTICLES.published} then ${ITEM}::uuid else gen_random_uuid() end, ${ISSUE}, id, 'top' from (${originals}) as original`
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
  // The log is emptied after the inserts, which write entries of their own.
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

async function findPerson(sql: Sql, email: string): Promise<string | null> {
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`
  return user?.id ?? null
}

/** Originals first, because translations name theirs. */
async function insertArticles(sql: Sql): Promise<void> {
  const add = (
    id: string | undefined,
    published: boolean,
    language = 'en',
    original: string | null = null,
  ) => sql`
    insert into public.articles (id, slug, title, excerpt, content, category, published, language, original_article_id)
    values (${id}, ${`a-${id}`}, 'Title', 'Excerpt', 'Text', 'tech', ${published}, ${language}, ${original})`
  for (const id of [ARTICLES.published, REPORT, INTERVIEW]) await add(id, true)
  for (const kind of ['draft', 'own', 'handed in', 'ready'] as const) await add(ARTICLES[kind], false)
  await add(ARTICLES.German, false, 'de', ARTICLES.published)
  await add(ARTICLES['French published'], true, 'fr', ARTICLES.published)
  await add(ARTICLES['German published'], true, 'de', REPORT)
  await add(ARTICLES.French, false, 'fr', REPORT)
  await add(ARTICLES['German of a draft'], false, 'de', ARTICLES.draft)
  await add(ARTICLES['French of a ready draft'], false, 'fr', ARTICLES.ready)
}
