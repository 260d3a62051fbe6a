import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleArticle } from '#core/data/article-schedules.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation, versionOf } from '../support/articles.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'

let app: TestApp
let jobs: TestJobs
beforeAll(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { works: false })
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})

const purge = async (id: string) =>
  (await app.administrator())
    .rpc('purge_article_text', { p_article_id: id, p_reason: 'By order.' })
    .throwOnError()

test('what the check has quoted of a text goes with it, from the schedule and from the audit log', async () => {
  const { sql } = app.database
  const { id } = await addArticle(
    app.service(),
    anArticle({ published: false, content: 'He said [insert libel here] and left.' }),
  )
  const publishAt = new Date(Date.now() + 60_000)
  await scheduleArticle(await app.administrator(), {
    id,
    version: (await versionOf(app.service(), id)).updated_at,
    publishAt,
    zone: 'UTC',
    accepted: ['placeholder:content:libel'],
  })
  await sql`update public.article_schedules set publish_at = now() - interval '1 second'`
  await publishDue(jobs.services)
  const stored = async () =>
    JSON.stringify([
      await sql`select reason, accepted from public.article_schedules`,
      await sql`select did, subject_name, details from public.audit_log`,
    ])
  expect(await stored()).toContain('insert libel here')
  await sql`update public.articles set content = 'He left.' where id = ${id}`
  await purge(id)
  expect(await stored()).not.toContain('libel')
  expect(await sql`select status, reason from public.article_schedules`).toEqual([
    { status: 'failed', reason: 'check: …' },
  ])
})

test('the log of webhooks forgets what it was about, and what waits is sent without its title', async () => {
  const { sql } = app.database
  await sql`
    insert into public.webhooks (url, events) values ('https://10.0.0.1/', '["article.published", "translation.published"]')`
  const original = await addArticle(app.service(), anArticle({ slug: 'slander', title: 'Slander' }))
  await sql`update public.webhook_deliveries set status = 'delivered', answer = 'Took Slander'`
  await addArticle(app.service(), aTranslation(original, 'de', { slug: 'verleumdung', title: 'Verleumdung' }))
  await addArticle(app.service(), anArticle({ slug: 'harmless', title: 'Harmless' }))
  await purge(original.id)
  const rows = await sql`select event, data, answer from public.webhook_deliveries order by happened_at`
  expect(rows).toMatchObject([
    { event: 'translation.published', data: { title: null, original: { id: original.id, title: null } } },
    { event: 'article.published', data: { title: 'Harmless' } },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Slander|Verleumdung/)
  await sql`delete from public.webhooks`
  await sql`delete from public.articles where slug = 'harmless'`
})

test('the refused answers of a translation go with its text, and those of other languages stay', async () => {
  const { sql } = app.database
  const original = await addArticle(app.service(), anArticle({ slug: 'harbour' }))
  const { id } = await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen' }))
  await sql`
    insert into private.refused_translations (article_id, language, context, source_hash, text, reasons)
    select ${original.id}, language, 'p', repeat('0', 64), 'Verleumdung', array['It says too much.']
    from unnest(array['de', 'fr']) as language`
  await purge(id)
  expect(await sql`select language from private.refused_translations`).toEqual([{ language: 'fr' }])
})

test('what an import has replaced goes with the text, so that undoing the import brings nothing back', async () => {
  const { sql } = app.database
  const { id } = await addArticle(app.service(), anArticle({ slug: 'quay', title: 'Slander' }))
  await sql`
    insert into private.import_items (source, source_id, article_id, hash, written_at, replaced)
    select 'site', 'quay', id, '', now(), jsonb_build_object('import', to_jsonb(article))
    from public.articles as article where id = ${id}`
  await purge(id)
  expect(await sql`select replaced from private.import_items`).toEqual([{ replaced: {} }])
})
