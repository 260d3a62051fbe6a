import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { publishScheduledJob } from '#server/features/articles/jobs.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { rowsOf } from '../../../tests/support/fragments.ts'
import { hurryJobs, startTestJobs, type TestJobs } from '../../../tests/support/jobs.ts'

const EDITOR = '6a0e0a44-5b0b-4f57-9a3c-6c9f2f6c1f10'

let database: TestDatabase
let idle: TestJobs

beforeAll(async () => {
  database = await createTestDatabase()
  idle = await startTestJobs(database, { works: false })
})
afterAll(async () => {
  await idle.stop()
  await database.drop()
})
beforeEach(() => emptyTables(database.sql, 'public.articles, public.article_revisions'))

async function insert(row: object): Promise<string> {
  const [article] = await database.sql`insert into public.articles ${rowsOf(row)} returning id`
  return article?.id
}

const draft = (slug = 'harbour', overrides = {}) =>
  insert(anArticle({ slug, published: false, ...overrides }))

/** A schedule that was due so long ago. */
const schedule = (id: string, ago: string) => database.sql`
  insert into public.article_schedules (article_id, publish_at, zone, created_by)
  values (${id}, date_trunc('minute', now()) - ${ago}::interval, 'Europe/Zurich', ${EDITOR})`

const run = () => publishDue(idle.services)

async function statuses() {
  return database.sql<{ slug: string; published: boolean; status: string; reason: string | null }[]>`
    select slug, published, status, reason from public.articles
    join public.article_schedules on article_id = articles.id order by slug`
}

describe('an article that is due', () => {
  test('is published with its finished translations, all dated with their moment', async () => {
    const id = await draft()
    const original = { ...anArticle({ slug: 'harbour' }), id }
    const seen = await insert(aTranslation(original, 'de', { published: false, slug: 'hafen' }))
    await insert(aTranslation(original, 'fr', { published: false, slug: 'port', title: '' }))
    await insert(aTranslation(original, 'es', { published: true, slug: 'puerto' }))
    const later = await insert(aTranslation(original, 'it', { published: false, slug: 'porto' }))
    await schedule(later, '-1 hour')
    await schedule(id, '2 minutes')
    await database.sql`
      update public.article_schedules set along = (
        select jsonb_build_object(id, updated_at) from public.articles where id = ${seen}) where article_id = ${id}`
    await run()
    const rows = await database.sql`
      select slug, published, publish_date = (select publish_at from public.article_schedules where article_id = ${id}) as on_time
      from public.articles order by slug`
    expect(rows).toEqual([
      { slug: 'hafen', published: true, on_time: true },
      { slug: 'harbour', published: true, on_time: true },
      { slug: 'port', published: false, on_time: false },
      { slug: 'porto', published: false, on_time: false },
      { slug: 'puerto', published: true, on_time: false },
    ])
    expect(await statuses()).toMatchObject([{ status: 'published' }, { slug: 'porto', status: 'waiting' }])
    const [revision] = await database.sql`
      select made_by, note from public.article_revisions where article_id = ${id} order by id desc limit 1`
    expect(revision).toEqual({ made_by: EDITOR, note: 'Published as scheduled' })
  })

  test('is published in the section into which its own has retired meanwhile', async () => {
    await schedule(await draft('harbour', { category: 'hack' }), '2 minutes')
    const kept = ['business', 'tech', 'opinion', 'news'].map((slug) => ({ slug }))
    await database.sql`select public.save_categories(${JSON.stringify(kept)}::jsonb, '{"hack": "tech"}')`
    await run()
    expect(await statuses()).toMatchObject([{ slug: 'harbour', published: true, status: 'published' }])
    expect(await database.sql`select category from public.articles`).toEqual([{ category: 'tech' }])
  })

  test('is published after an outage of hours, and missed after more than six', async () => {
    await schedule(await draft('late'), '5 hours 50 minutes')
    await schedule(await draft('too-late'), '6 hours 10 minutes')
    await run()
    expect(await statuses()).toMatchObject([
      { slug: 'late', published: true, status: 'published' },
      { slug: 'too-late', published: false, status: 'missed', reason: 'overdue' },
    ])
  })

  test('fails alone, with the reason', async () => {
    await schedule(await draft('emptied', { content: ' ' }), '3 minutes')
    await schedule(await draft('whole'), '2 minutes')
    await database.sql`
      alter table public.articles add constraint never check (slug <> 'refused' or not published)`
    onTestFinished(async () => void (await database.sql`alter table public.articles drop constraint never`))
    await schedule(await draft('refused'), '2 minutes')
    await run()
    const rows = await statuses()
    expect(rows).toMatchObject([
      { slug: 'emptied', published: false, status: 'failed', reason: 'incomplete: content' },
      { slug: 'refused', published: false, status: 'failed' },
      { slug: 'whole', published: true, status: 'published' },
    ])
    expect(rows[1]?.reason).toContain('"never"')
  })

  test('is published once by several processes', async () => {
    for (let n = 0; n < 20; n++) await schedule(await draft(`story-${n}`), '1 minute')
    await Promise.all([run(), run(), run(), run()])
    expect((await statuses()).every(({ published, status }) => published && status === 'published')).toBe(
      true,
    )
    const [row] = await database.sql`
      select count(*)::int as count from public.article_revisions where note = 'Published as scheduled'`
    expect(row?.count).toBe(20)
  })

  test('waits while it is being saved, and others are published', async () => {
    const id = await draft('busy')
    await schedule(id, '2 minutes')
    await schedule(await draft('free'), '1 minute')
    await database.sql.transaction(async (transaction) => {
      await transaction`update public.articles set title = 'Saved last' where id = ${id}`
      expect(await run()).toBe(id)
    })
    expect(await statuses()).toMatchObject([{ status: 'waiting' }, { slug: 'free', status: 'published' }])
    await run()
    const [row] = await database.sql`select title, published from public.articles where id = ${id}`
    expect(row).toEqual({ title: 'Saved last', published: true })
  })
})

test('what is not due yet, or was settled before, is left alone', async () => {
  await schedule(await draft(), '-1 minute')
  await run()
  expect(await statuses()).toMatchObject([{ published: false, status: 'waiting' }])
})

test('the worker publishes at the moment, and what became due while none ran', async () => {
  const { sql } = database
  await schedule(await draft('overdue'), '10 minutes')
  const soon = await draft('soon')
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone)
    values (${soon}, now() + interval '3 seconds', 'UTC')`
  const jobs = await startTestJobs(database)
  onTestFinished(() => jobs.stop())
  await jobs.queue.enqueue(publishScheduledJob, {})
  await vi.waitUntil(
    async () => {
      await hurryJobs(sql)
      return (await statuses()).every(({ published }) => published)
    },
    { timeout: 30_000, interval: 50 },
  )
  const [row] = await sql`
    select settled_at >= publish_at as is_on_time from public.article_schedules where article_id = ${soon}`
  expect(row).toEqual({ is_on_time: true })
})

describe('an article whose time is over', () => {
  /** It was to be found until so long ago. */
  const end = (id: string, ago: string) => database.sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone, created_by)
    values (${id}, now() - ${ago}::interval, 'Europe/Zurich', ${EDITOR})`
  const publishedSlugs = async () =>
    (await database.sql`select slug from public.articles where published order by slug`).map(
      ({ slug }) => slug,
    )

  test('is unpublished with its translations, however late, and a version says so', async () => {
    const id = await draft('harbour', { published: true })
    const original = { ...anArticle({ slug: 'harbour' }), id }
    await insert(aTranslation(original, 'de', { slug: 'hafen' }))
    await draft('stays', { published: true })
    await end(id, '3 days')
    await end(await draft('later', { published: true }), '-1 hour')
    await run()
    expect(await publishedSlugs()).toEqual(['later', 'stays'])
    const [revision] = await database.sql`
      select made_by, note, published from public.article_revisions where article_id = ${id} order by id desc limit 1`
    expect(revision).toEqual({ made_by: EDITOR, note: 'Unpublished as scheduled', published: false })
    expect(await database.sql`select from public.article_unpublishings`).toHaveLength(1)
  })

  test('waits while it is being saved', async () => {
    const id = await draft('busy', { published: true })
    await end(id, '1 minute')
    await database.sql.transaction(async (transaction) => {
      await transaction`update public.articles set title = 'Saved last' where id = ${id}`
      expect(await run()).toBe(id)
    })
    expect(await publishedSlugs()).toEqual(['busy'])
    expect(await run()).toBeNull()
    expect(await publishedSlugs()).toEqual([])
  })

  test('keeps that time when it is scheduled again, and loses it when it is unpublished by hand', async () => {
    const id = await draft('again', { published: true })
    await end(id, '-2 days')
    const { sql } = database
    await sql`update public.articles set publish_date = now() + interval '1 day' where id = ${id}`
    expect(await sql`select from public.article_unpublishings`).toHaveLength(1)
    await sql`update public.articles set published = true, publish_date = now() where id = ${id}`
    await sql`update public.articles set published = false where id = ${id}`
    expect(await sql`select from public.article_unpublishings`).toHaveLength(0)
  })
})
