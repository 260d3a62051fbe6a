import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetAddresses, purge, purgeJob } from '#server/upkeep/purge.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import {
  confirmAsVisitor,
  keptSubscribers,
  letTimePass,
  READERS,
  requestConfirmation,
  subscribeAsVisitor,
} from '../../tests/support/newsletter.ts'
import { addApprovedIssue, addReaders } from '../../tests/support/newsletter-issues.ts'
import { openTestStorage } from '../../tests/support/storage.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyTables(
    database.sql,
    'public.newsletter_subscribers, public.newsletter_send_tickets, public.mail_deliveries',
  )
  await database.sql`delete from auth.users where id not in (select user_id from public.user_roles)`
})

async function runPurge(signal = new AbortController().signal): Promise<void> {
  const run = { id: randomUUID(), job: purgeJob, createdAt: new Date(), isLastAttempt: false, signal }
  return purge({ sql: database.sql, storage: await openTestStorage(database) }, run)
}

const emails = async () => (await keptSubscribers(database.sql)).map((row) => row.email).sort()

test('subscribers who did not confirm within thirty days of signing up or of the last mail are deleted', async () => {
  await database.sql`
    insert into public.newsletter_subscribers (email, subscribed_at, confirmed) values
      ('pending-31@example.org', now() - interval '31 days', false),
      ('pending-29@example.org', now() - interval '29 days', false),
      ('mailed-31@example.org', now() - interval '90 days', false),
      ('mailed-29@example.org', now() - interval '90 days', false),
      ('confirmed@example.org', now() - interval '90 days', true)`
  await database.sql`
    insert into private.newsletter_consents (subscriber_id, confirmation_sent_at)
    select id, now() - substring(email from '\\d+')::int * interval '1 day'
    from public.newsletter_subscribers where email like 'mailed-%'`
  await runPurge()
  expect(await emails()).toEqual(['confirmed@example.org', 'mailed-29@example.org', 'pending-29@example.org'])
})

test('what a restored site has is not deleted before an administrator lets it go on', async () => {
  const { sql } = database
  await sql`
    insert into public.newsletter_subscribers (email, subscribed_at, confirmed)
    values ('restored@example.org', now() - interval '31 days', false)`
  await sql`insert into private.restorations (made_at) values (now() - interval '60 days')`
  await runPurge()
  expect(await emails()).toEqual(['restored@example.org'])
  await sql`update private.restorations set confirmed_at = now()`
  await runPurge()
  expect(await emails()).toEqual([])
})

test('a subscriber who has just signed up again is not deleted', async () => {
  const { sql } = database
  await requestConfirmation(sql, READERS.ada)
  await sql`update public.newsletter_subscribers set subscribed_at = now() - interval '31 days'`
  await letTimePass(sql, '31 days')
  await subscribeAsVisitor(sql, READERS.ada)
  await runPurge()
  expect(await emails()).toEqual([READERS.ada])
})

test('one run deletes many rows, and leaves locked ones for the next', async () => {
  const { sql } = database
  await sql`
    insert into public.newsletter_subscribers (email, subscribed_at)
    select n || '@example.org', now() - interval '31 days' from generate_series(1, 1200) n`
  await sql.transaction(async (transaction) => {
    await transaction`select from public.newsletter_subscribers where email = '150@example.org' for update`
    await runPurge()
  })
  expect(await emails()).toEqual(['150@example.org'])
  await runPurge()
  expect(await emails()).toEqual([])
})

test('an aborted run ends after its batch', async () => {
  await database.sql`
    insert into public.newsletter_subscribers (email, subscribed_at)
    select n || '@example.org', now() - interval '31 days' from generate_series(1, 1200) n`
  await runPurge(AbortSignal.abort())
  expect(await emails()).toHaveLength(1200)
})

test('confirmation links are deleted thirty days after they expired, but not their subscribers', async () => {
  const { sql } = database
  const token = await requestConfirmation(sql, READERS.ada)
  await confirmAsVisitor(sql, token)
  await letTimePass(sql, '32 days')
  await runPurge()
  expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'used' })
  await letTimePass(sql, '2 days')
  await runPurge()
  expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'invalid' })
  expect((await keptSubscribers(sql))[0]).toMatchObject({ email: READERS.ada, confirmed: true, tokens: null })
})

test('send tickets are deleted a day after they expired', async () => {
  const { sql } = database
  await sql`
    insert into public.newsletter_send_tickets (ticket_hash, email, expires_at) values
      ('ended long ago', 'ada@example.org', now() - interval '25 hours'),
      ('ended lately', 'ada@example.org', now() - interval '23 hours')`
  await runPurge()
  expect(await sql`select ticket_hash from public.newsletter_send_tickets`).toEqual([
    { ticket_hash: 'ended lately' },
  ])
})

test('sessions are deleted with their tokens a day after they ended, and so are tokens that were replaced long ago', async () => {
  const { sql } = database
  const [user, over, alive] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into auth.users (id, email) values (${user}, 'nora@example.org')`
  await sql`
    insert into auth.sessions (id, user_id, not_after) values
      (${over}, ${user}, now() - interval '25 hours'), (${alive}, ${user}, now() + interval '1 day')`
  await sql`
    insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, updated_at) values
      ('of the one that is over', 'a', ${user}, ${over}, false, now()),
      ('replaced long ago', 'b', ${user}, ${alive}, true, now() - interval '31 days'),
      ('replaced lately', 'c', ${user}, ${alive}, true, now() - interval '29 days'),
      ('active', 'd', ${user}, ${alive}, false, now() - interval '31 days')`
  await runPurge()
  expect(await sql`select id from auth.sessions`).toEqual([{ id: alive }])
  expect(await sql`select id from auth.refresh_tokens order by id`).toEqual([
    { id: 'active' },
    { id: 'replaced lately' },
  ])
})

test('links, invitations and the right to reset a password are deleted after they expired', async () => {
  const { sql } = database
  const [user, session] = [randomUUID(), randomUUID()]
  await sql`insert into auth.users (id, email) values (${user}, 'nora@example.org')`
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${user})`
  await sql`insert into auth.password_resets values (${session}, now() - interval '1 second')`
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at) values
      (gen_random_uuid(), ${user}, 'recovery_token', 'old', 'nora@example.org', now() - interval '25 hours'),
      (gen_random_uuid(), ${user}, 'magic_link_token', 'new', 'nora@example.org', now() - interval '23 hours')`
  await sql`
    insert into private.invitations (email, invited_by, role, expires_at) values
      ('old@example.org', ${user}, 'admin', now() - interval '25 hours'), ('new@example.org', ${user}, 'author', now())`
  await runPurge()
  expect(await sql`select from auth.password_resets`).toHaveLength(0)
  expect(await sql`select token_hash from auth.one_time_tokens`).toEqual([{ token_hash: 'new' }])
  expect(await sql`select email from private.invitations`).toEqual([{ email: 'new@example.org' }])
})

test('suggestions of a model are known for ninety days', async () => {
  const { sql } = database
  for (const days of [89, 91])
    await sql`
      insert into private.suggested_wordings (wording_hash, model, made_at)
      values (${String(days).padStart(64, '0')}, 'test-model', now() - make_interval(days => ${days}))`
  await runPurge()
  expect(await sql`select right(wording_hash, 2) as days from private.suggested_wordings`).toEqual([
    { days: '89' },
  ])
})

test('mail deliveries are deleted after thirty days, unless they are still pending', async () => {
  const { sql } = database
  for (const status of ['sent', 'failed', 'uncertain', 'queued', 'sending']) {
    for (const days of [29, 31]) {
      await sql`
        insert into public.mail_deliveries (id, kind, recipient, subject, status, sent_at, created_at)
        values (gen_random_uuid(), 'send-confirmation-mail', ${`${status}-${days}@example.org`}, 'Hello', ${status},
          case when ${status} = 'sent' then now() end, now() - make_interval(days => ${days}))`
    }
  }
  await runPurge()
  const left = await sql<{ recipient: string }[]>`
    select recipient from public.mail_deliveries where recipient like '%31@%' order by recipient`
  expect(left.map((row) => row.recipient)).toEqual(['queued-31@example.org', 'sending-31@example.org'])
  expect(await sql`select from public.mail_deliveries`).toHaveLength(7)
})

test('mails stored in the outbox are deleted after thirty days', async () => {
  const { sql } = database
  for (const days of [29, 31]) {
    await sql`
      insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html, created_at)
      values (${`<${days}@example.org>`}, 'news@example.org', ${`${days}@example.org`}, 'Hello', '', '',
        now() - make_interval(days => ${days}))`
  }
  await runPurge()
  expect(await sql`select recipient from public.outbox_mails`).toEqual([{ recipient: '29@example.org' }])
})

test('expired rate-limit counts are deleted', async () => {
  const { sql } = database
  await sql`insert into private.rate_limits (key, points, expire) values ('over', 1, 1), ('counts', 1, ${Date.now() + 3_600_000})`
  await runPurge()
  expect(await sql`select key from private.rate_limits`).toEqual([{ key: 'counts' }])
})

test('the trash is emptied after thirty days, with the revisions and corrections of what was in it', async () => {
  const { sql } = database
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select slug, 'T', 'E', 'C', 'tech', true from unnest(array['old', 'young', 'alive']) as slug`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, original_article_id)
    select slug || '-de', 'de', 'T', 'E', 'C', 'tech', id from public.articles`
  await sql`insert into public.article_corrections (article_id, text) select id, 'It was Monday.' from public.articles`
  await sql`delete from public.articles where slug in ('old', 'young')`
  await sql`update public.article_trash set deleted_at = now() - interval '31 days' where slug like 'old%'`
  await sql`update public.article_trash set deleted_at = now() - interval '29 days' where slug like 'young%'`
  await runPurge()
  expect(await sql`select slug from public.article_trash order by slug`).toEqual([
    { slug: 'young' },
    { slug: 'young-de' },
  ])
  expect(await sql`select article ->> 'slug' as slug from public.article_revisions order by 1`).toEqual([
    { slug: 'alive' },
    { slug: 'alive-de' },
    { slug: 'young' },
    { slug: 'young-de' },
  ])
  expect(await sql`select from public.article_corrections`).toHaveLength(4)
})

test('unsaved forms are deleted ninety days after the last change, and links to previews a month after they expired', async () => {
  const { sql } = database
  await emptyTables(sql, 'public.articles')
  const [article] = await sql`
    insert into public.articles (slug, title, excerpt, content, category) values ('a', '', '', '', 'tech') returning id`
  for (const days of [89, 91]) {
    await sql`
      insert into public.working_copies (id, owner, article_id, form)
      values (gen_random_uuid(), gen_random_uuid(), ${article?.id}, ${JSON.stringify({ title: String(days) })})`
  }
  await sql.transaction(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`
      update public.working_copies set updated_at = now() - make_interval(days => (form ->> 'title')::int)`
  })
  for (const days of [29, 31]) {
    await sql`
      insert into public.article_previews (article_id, created_by, expires_at)
      values (${article?.id}, gen_random_uuid(), now() - make_interval(days => ${days}))`
  }
  await runPurge()
  expect(await sql`select form ->> 'title' as title from public.working_copies`).toEqual([{ title: '89' }])
  expect(await sql`select from public.article_previews`).toHaveLength(1)
})

test('reports of readers are deleted after 180 days, whatever their status', async () => {
  const { sql } = database
  await sql`
    insert into public.translation_reports (translation_id, quote, created_at, status)
    select gen_random_uuid(), days || ' ' || status, now() - days * interval '1 day', status
    from unnest(array[179, 181]) as days, unnest(array['open', 'done']) as status`
  await runPurge()
  const kept = await sql<{ quote: string }[]>`select quote from public.translation_reports order by quote`
  expect(kept.map(({ quote }) => quote)).toEqual(['179 done', '179 open'])
})

test('reports of bounces are deleted after 180 days, handled events of Resend after 30, and links that erase a day after they ended', async () => {
  const { sql } = database
  await sql`insert into public.newsletter_subscribers (email) values (${READERS.ada})`
  for (const days of [179, 181])
    await sql`
      insert into private.newsletter_bounces (reported_at, source, kind, detail)
      values (now() - make_interval(days => ${days}), 'resend', 'temporary', ${String(days)})`
  for (const days of [29, 31])
    await sql`
      insert into private.mail_report_events (way, id, received_at)
      values ('resend', ${`msg_${days}`}, now() - make_interval(days => ${days}))`
  for (const hours of [23, 25])
    await sql`
      insert into private.newsletter_erasure_tokens (token_hash, subscriber_id, expires_at)
      select ${`hash ${hours}`}, id, now() - make_interval(hours => ${hours}) from public.newsletter_subscribers`
  await runPurge()
  expect(await sql`select detail from private.newsletter_bounces`).toEqual([{ detail: '179' }])
  expect(await sql`select id from private.mail_report_events`).toEqual([{ id: 'msg_29' }])
  expect(await sql`select token_hash from private.newsletter_erasure_tokens`).toEqual([
    { token_hash: 'hash 23' },
  ])
})

test('news is deleted after thirty days, with groups that are empty', async () => {
  const { sql } = database
  for (const days of [29, 31]) {
    const [group] = await sql`
      insert into public.news_groups (created_at) values (now() - make_interval(days => ${days})) returning id`
    await sql`
      insert into public.news_items (kind, url, title, outlet, published_at, added_at, group_id)
      values ('feed', 'https://harbour.example/', ${String(days)}, 'Harbour', now(), now() - make_interval(days => ${days}), ${group?.id})`
  }
  await sql`insert into public.news_groups (created_at) values (now() - interval '2 days')`
  await runPurge()
  expect(await sql`select title from public.news_items`).toEqual([{ title: '29' }])
  expect(await sql`select from public.news_groups`).toHaveLength(1)
})

test('sums of page views are deleted after 24 months', async () => {
  const { sql } = database
  for (const [table, columns, values] of [
    ['page_views', 'path, language, kind', "'/', 'fr', 'home'"],
    ['daily_visitors', 'language', "'fr'"],
    ['page_referrers', 'language, host', "'fr', 'news.example'"],
  ])
    await sql.run(`
      insert into private.${table} (day, ${columns})
      select day, ${values} from generate_series(current_date - interval '800 days', current_date, interval '1 day') as day`)
  await runPurge()
  const [kept] = await sql<[{ days: number[]; old: boolean }]>`
    select array[count(distinct page.day), count(distinct daily.day), count(distinct referrer.day)]::int[] as days,
      least(min(page.day), min(daily.day), min(referrer.day)) < current_date - interval '24 months' as old
    from private.page_views as page full join private.daily_visitors as daily using (day) full join private.page_referrers as referrer using (day)`
  expect(new Set(kept.days).size).toBe(1)
  expect(kept.days[0]).toBeGreaterThan(729)
  expect(kept.days[0]).toBeLessThan(733)
  expect(kept.old).toBe(false)
  await sql`truncate private.page_views, private.daily_visitors, private.page_referrers`
})

test('answers on the social web go when they were delivered, and what could not be delivered a week later', async () => {
  const { sql } = database
  await sql`
    insert into private.social_activities (id, language, kind, body, made_at)
    select md5(n::text)::uuid, 'en', case when n < 3 then 'Accept' else 'Create' end, n::text, now() - age
    from (values (1, interval '2 hours'), (2, '2 hours'), (3, '2 hours'), (4, '9 days')) as made (n, age)`
  await sql`
    insert into private.social_deliveries (activity_id, inbox, host)
    select id, 'https://social.example/inbox', 'social.example' from private.social_activities where body in ('2', '4')`
  await runPurge()
  expect(await sql`select body from private.social_activities order by body`).toEqual([
    { body: '2' },
    { body: '3' },
  ])
})

test('a year after its end the ledger of an issue names no address, and its numbers stay', async () => {
  const { sql } = database
  await addReaders(sql, 2)
  const issues = [await addApprovedIssue(sql), await addApprovedIssue(sql)]
  for (const { id } of issues) {
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
      select ${id}, id, email, 'en', 'sent' from public.newsletter_subscribers`
    await sql`update public.newsletter_issues set audience = 2, status = 'sending' where id = ${id}`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${id}`
  }
  const [old, recent] = issues
  // The trigger dates only moves.
  await sql`alter table public.newsletter_issues disable trigger move_issue`
  await sql`update public.newsletter_issues set ended_at = now() - interval '13 months' where id = ${old?.id}`
  await sql`alter table public.newsletter_issues enable trigger move_issue`
  await forgetAddresses(sql)
  const named = await sql`
    select issue_id, count(*)::int as rows, count(email)::int as named from public.newsletter_deliveries group by issue_id order by named`
  expect(named).toEqual([
    { issue_id: old?.id, rows: 2, named: 0 },
    { issue_id: recent?.id, rows: 2, named: 2 },
  ])
})
