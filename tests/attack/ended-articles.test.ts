import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findTrashOf, type RestoreOptions, restoreArticle } from '#core/data/article-trash.ts'
import { deleteArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'

let app: TestApp
let admin: Client
let jobs: TestJobs

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  jobs = await startTestJobs(app.database, { works: false })
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
beforeEach(() =>
  emptyTables(app.database.sql, 'public.articles, public.article_trash, public.article_revisions'),
)

type Overrides = Parameters<typeof anArticle>[0]

const add = (overrides: Overrides = {}) => addArticle(app.service(), anArticle(overrides))
const translate = (original: Parameters<typeof aTranslation>[0], overrides: Overrides = {}) =>
  addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen', ...overrides }))
/** Readers find it until this much from now. */
const end = (id: string, after: string) => app.database.sql`
  insert into public.article_unpublishings (article_id, unpublish_at, zone)
  values (${id}, now() + ${after}::interval, 'UTC')`
const schedule = (id: string, after: string) => app.database.sql`
  insert into public.article_schedules (article_id, publish_at, zone) values (${id}, now() + ${after}::interval, 'UTC')`
/** Lets this much time pass for the ends that were set. */
const pass = (time: string) => app.database.sql`
  update public.article_unpublishings set unpublish_at = unpublish_at - ${time}::interval`
const trashed = async (id: string) => (await findTrashOf(admin, id)) as RestoreOptions
/** Lets it pass for what is in the trash. */
const passInTrash = (time: string) => app.database.sql`
  update public.article_trash set article = jsonb_set(article, '{unpublishing,unpublish_at}',
    to_jsonb((article #>> '{unpublishing,unpublish_at}')::timestamptz - ${time}::interval))`

async function found(): Promise<string[]> {
  const { data } = await app.anonymous().from('articles').select('slug').order('slug').throwOnError()
  return data.map(({ slug }) => slug)
}

test('an article whose time is over before it could be published is not published, not even for a moment', async () => {
  const id = (await add({ slug: 'harbour', published: false })).id
  await schedule(id, '-3 hours')
  await end(id, '-1 hour')
  await publishDue(jobs.services)
  const [row] = await app.database
    .sql`select status, reason from public.article_schedules where article_id = ${id}`
  expect(row).toMatchObject({ status: 'failed', reason: expect.stringContaining('is over') })
  expect(
    await app.database.sql`select from public.article_revisions where article_id = ${id} and published`,
  ).toHaveLength(0)
})

test('a translation with a later time of its own does not come back without its original', async () => {
  const original = await add({ slug: 'harbour' })
  const { id } = await translate(original, { published: false })
  await schedule(id, '1 hour')
  await end(original.id, '-1 minute')
  await publishDue(jobs.services)
  await app.database.sql`update public.article_schedules set publish_at = now() - interval '1 minute'`
  await publishDue(jobs.services)
  expect(await found()).toEqual([])
})

test('a translation that is published in the second in which its original ends is taken away with it', async () => {
  const { sql } = app.database
  const original = await add({ slug: 'harbour' })
  const { id } = await translate(original, { published: false })
  await end(original.id, '-1 minute')
  let run: Promise<unknown> = Promise.resolve()
  await sql.transaction(async (transaction) => {
    await transaction`update public.articles set published = true where id = ${id}`
    run = publishDue(jobs.services)
    // Waits until the worker waits for this transaction.
    await expect
      .poll(
        async () => (await sql`select from pg_locks where not granted and locktype = 'transactionid'`).length,
      )
      .toBeGreaterThan(0)
  })
  await run
  expect(await found()).toEqual([])
})

test('an end that is moved while the worker looks for what is over holds', async () => {
  const { sql } = app.database
  const { id } = await add({ slug: 'harbour' })
  await end(id, '-1 minute')
  await sql.transaction(async (transaction) => {
    await transaction`update public.article_unpublishings set unpublish_at = now() + interval '1 day'`
    // It does not wait for this transaction, which waits for it.
    await sql.session(async (session) => {
      await session`set lock_timeout = '2s'`
      await session`select private.unpublish_next_due()`
      await session`reset lock_timeout`
    })
  })
  await publishDue(jobs.services)
  expect(await found()).toEqual(['harbour'])
})

test('an article that comes out of the trash keeps its end', async () => {
  const original = await add({ slug: 'harbour' })
  await translate(original)
  await end(original.id, '2 days')
  await deleteArticles(admin, [original.id])
  await restoreArticle(admin, await trashed(original.id))
  expect(await found()).toEqual(['hafen', 'harbour'])
  await pass('3 days')
  await publishDue(jobs.services)
  expect(await found()).toEqual([])
})

test('an article whose time passed in the trash comes back as a draft, with its translations', async () => {
  const original = await add({ slug: 'harbour' })
  await translate(original)
  await end(original.id, '2 days')
  await deleteArticles(admin, [original.id])
  await passInTrash('3 days')
  const answer = await restoreArticle(admin, await trashed(original.id))
  expect(answer).toMatchObject({ status: 'restored', drafts: ['en', 'de'] })
  expect(await found()).toEqual([])
  expect(await app.database.sql`select from public.article_unpublishings`).toHaveLength(0)
})

test('a translation whose original ended while it was in the trash comes back as a draft', async () => {
  const original = await add({ slug: 'harbour' })
  const { id } = await translate(original)
  await end(original.id, '2 days')
  await deleteArticles(admin, [id])
  await pass('3 days')
  await passInTrash('3 days')
  await publishDue(jobs.services)
  expect(await restoreArticle(admin, await trashed(id))).toMatchObject({
    status: 'restored',
    drafts: ['de'],
  })
  expect(await found()).toEqual([])
})
