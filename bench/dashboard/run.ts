import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { loadDashboard, loadDesk } from '#core/data/dashboard.ts'
import type { Database } from '#core/data/database.ts'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillCoverage } from '../support/fill-coverage.ts'
import { median, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_217
/** With nine tenths of their translations, more than 60,000 articles. */
const ORIGINALS = 11_000
const SUBSCRIBERS = 50_000
const MAILS = 100_000
const ROUNDS = 51

/** How long the dashboard takes, and the badges of the menu on another page: through the official client and HTTP. */
const dataDir = createTemporaryFolder('bench-dashboard')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0', WORKER: 'off' } })
const origin = `http://127.0.0.1:${PORT}`
const editor = await signInAsEditor(origin)
const client: Client = createClient<Database>(origin, await publishableKey(origin), {
  auth: { persistSession: false },
  accessToken: async () => editor,
})
const sql = connect(await joinEmbeddedPostgres(dataDir))

const day = { start: new Date(Date.now() - 12 * 3_600_000), end: new Date(Date.now() + 12 * 3_600_000) }
const list = () =>
  listDeskArticles(client, {
    search: '',
    published: true,
    language: 'en',
    category: null,
    featured: null,
    sort: { by: 'publish_date', descending: true },
    page: 1,
    pageSize: 25,
  })
let beside: Promise<unknown> = Promise.resolve()
const REQUESTS = {
  dashboard: () => loadDashboard(client, day),
  badges: () => loadDesk(client),
  'a list of articles': list,
  'a list of articles with badges': () => Promise.all([list(), loadDesk(client)]),
  'the same list, while badges are asked for': () => {
    beside = loadDesk(client)
    return list()
  },
}

await measure('an empty site')
await fillCoverage(sql, ORIGINALS)
await fillTheRest(sql)
await measure('a full site with much to do')
await finishReviews(sql)
await measure('a full site with little to do')

await sql.end()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** All requests in turns, so that other work on the machine meets each of them alike. */
async function measure(what: string): Promise<void> {
  const times = new Map(Object.keys(REQUESTS).map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, request] of Object.entries(REQUESTS)) {
      const started = performance.now()
      await request()
      times.get(name)?.push(performance.now() - started)
      await beside
    }
  }
  console.log(`${what} (load ${loadavg()[0]?.toFixed(1)})`)
  for (const [name, all] of times)
    console.log(`  ${name}: ${median(all).toFixed(1)} ms, at most ${Math.max(...all).toFixed(0)} ms`)
}

/** Subscribers, mails, a sent issue with a row for each subscriber, revisions, and the unsaved texts and schedules of a busy desk. */
async function fillTheRest(db: Sql): Promise<void> {
  const [me] = await db<[{ id: string }]>`select user_id as id from public.user_roles`
  for (const table of ['newsletter_subscribers', 'mail_deliveries', 'article_revisions', 'working_copies'])
    await db.script(`alter table public.${table} disable trigger user`)
  await db`
    insert into public.newsletter_subscribers (email, language, confirmed, confirmed_at)
    select 'reader' || n || '@example.org', (array['en', 'de', 'fr'])[1 + n % 3], n % 10 <> 0, now()
    from generate_series(1, ${SUBSCRIBERS}::integer) as n`
  await db`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, created_at, sent_at)
    select gen_random_uuid(), 'send-confirmation-mail', 'reader' || n % ${SUBSCRIBERS} || '@example.org', 'Confirm', state,
      now() - make_interval(mins => n / 3), case when state = 'sent' then now() end
    from generate_series(1, ${MAILS}::integer) as n, lateral (select case when n % 100 = 0 then 'failed' else 'sent' end as state) as state`
  await db`
    insert into public.article_revisions (article_id, made_by, title, published, article)
    select id, case when hashtext(slug) % 4 = 0 then ${me.id}::uuid end, title, published, to_jsonb(articles) - 'content' from public.articles`
  await db`
    insert into public.working_copies (id, owner, article_id, since, form)
    select gen_random_uuid(), ${me.id}, id, updated_at - interval '1 hour' * (hashtext(slug) % 2), '{"title": "Typed"}'
    from public.articles where language = 'en' limit 190`
  await db`
    insert into public.article_schedules (article_id, publish_at, zone)
    select id, now() + make_interval(hours => (hashtext(slug) % 200)), 'UTC' from public.articles
    where language = 'en' and not published limit 100`
  await db`
    with issue as (
      insert into public.newsletter_issues (status, slug, approved_at, seal, started_at, audience, ended_at)
      values ('sent', '2026-11-22', now(), 'sealed', now() - interval '2 days', ${SUBSCRIBERS}, now()) returning id)
    insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
    select issue.id, subscriber.id, email, language, case when hashtext(email) % 5000 = 0 then 'uncertain' else 'sent' end
    from issue, public.newsletter_subscribers as subscriber`
  await db`
    insert into public.newsletter_issues (status) values ('draft')`
  for (const table of ['newsletter_subscribers', 'mail_deliveries', 'article_revisions', 'working_copies'])
    await db.script(`alter table public.${table} enable trigger user`)
  await db`
    vacuum (analyze) public.newsletter_subscribers, public.mail_deliveries, public.article_revisions, public.working_copies,
      public.article_schedules, public.newsletter_issues, public.newsletter_deliveries`
}

/** Leaves what a desk has to do that keeps up: a fiftieth of the reviews, and no conflicts between people and models. */
async function finishReviews(db: Sql): Promise<void> {
  await db`delete from public.pending_translations where abs(hashtext(translation_id::text || 'x')) % 50 <> 0`
  await db`delete from public.translation_reports where abs(hashtext(id::text)) % 50 <> 0`
  await db`update public.translation_parts set proposed_id = null where proposed_id is not null`
  await db`update public.article_translations set reviewed_at = now() + interval '1 hour', stale_since = null where abs(hashtext(translation_id::text)) % 50 <> 0`
  await db`delete from public.translation_runs where status = 'failed' and abs(hashtext(id::text)) % 50 <> 0`
  await db`delete from public.mail_deliveries where status = 'failed' and abs(hashtext(id::text)) % 50 <> 0`
  await db`
    vacuum (analyze) public.pending_translations, public.translation_reports, public.translation_parts, public.article_translations,
      public.translation_runs, public.mail_deliveries`
}
