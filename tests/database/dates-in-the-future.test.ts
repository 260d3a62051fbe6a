import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSchedule } from '#core/data/article-schedules.ts'
import type { Client } from '#core/data/client.ts'
import { changeArticle, createArticle, saveArticle } from '#core/data/save-article.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { anArticle, askToPublish, publishNow } from '../support/articles.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'

const DAY_MS = 86_400_000
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString()
const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString()

let app: TestApp
let admin: Client
let reader: Client
let jobs: TestJobs

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  reader = app.anonymous()
  jobs = await startTestJobs(app.database, { works: false })
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
beforeEach(() => app.database.sql`truncate public.articles, public.article_revisions cascade`)

async function write(overrides: Parameters<typeof anArticle>[0] = {}) {
  const outcome = await createArticle(admin, { id: randomUUID(), values: anArticle(overrides) })
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

/** Reads the article as readers get it, and its schedule. */
async function look(id: string) {
  const { data } = await reader.from('articles').select('slug').eq('id', id).throwOnError()
  const schedule = await findSchedule(admin, id)
  return {
    readers: data.length,
    status: schedule?.status ?? null,
    at: schedule ? new Date(schedule.publish_at).toISOString() : null,
  }
}

const scheduled = { readers: 0, status: 'waiting', at: TOMORROW }

/** Brings what is scheduled forward, as time would, and publishes what is due. */
async function becomeDue(id: string) {
  await app.database.sql`
    update public.article_schedules set publish_at = now() - interval '1 second' where article_id = ${id}`
  await publishDue(jobs.services)
}

describe('an article that is published with a date in the future', () => {
  test('is a draft with a schedule, and is published at that time', async () => {
    const { id, published } = await write({ published: true, publish_date: TOMORROW })
    expect(published).toBe(false)
    expect(await look(id)).toEqual(scheduled)
    await becomeDue(id)
    expect(await look(id)).toMatchObject({ readers: 1, status: 'published' })
  })

  test('shows nothing before it, however it is written', async () => {
    const draft = await write({ published: false })
    await publishNow(admin, draft.id, { publish_date: TOMORROW })
    expect(await look(draft.id)).toEqual(scheduled)

    const dated = await write({ slug: 'dated', published: false, publish_date: TOMORROW })
    expect(await look(dated.id)).toEqual({ readers: 0, status: null, at: null })
    await publishNow(admin, dated.id)
    expect(await look(dated.id)).toEqual(scheduled)

    const live = await write({ slug: 'live' })
    expect((await look(live.id)).readers).toBe(1)
    await admin.from('articles').update({ publish_date: TOMORROW }).eq('id', live.id).throwOnError()
    expect(await look(live.id)).toEqual(scheduled)

    const replaced = await write({ slug: 'replaced' })
    const row = anArticle({ slug: 'replaced', published: true, publish_date: TOMORROW })
    await admin.from('articles').upsert(row, { onConflict: 'slug,language' }).throwOnError()
    expect(await look(replaced.id)).toEqual(scheduled)
  })

  test('of many in one request, each is scheduled', async () => {
    const rows = Array.from({ length: 100 }, (_, n) =>
      anArticle({ slug: `story-${n}`, published: n % 2 === 0, publish_date: TOMORROW }),
    )
    await admin.from('articles').insert(rows).throwOnError()
    const { count } = await admin
      .from('article_schedules')
      .select('*', { count: 'exact', head: true })
      .throwOnError()
    expect(count).toBe(50)
    const { data } = await reader.from('articles').select('id').throwOnError()
    expect(data).toEqual([])
  })

  test('is refused while it is incomplete, as now', async () => {
    const { id } = await write({ published: false, publish_date: TOMORROW, content: '' })
    expect((await askToPublish(admin, id)).error).toMatchObject({ code: '23514' })
    expect(await look(id)).toMatchObject({ status: null })
  })

  test('keeps the featured article until then, and replaces it', async () => {
    const featured = await write({ slug: 'featured', featured: true })
    const next = await write({ slug: 'next', featured: true, published: true, publish_date: TOMORROW })
    const marks = async () => {
      const { data } = await admin.from('articles').select('slug').eq('featured', true).throwOnError()
      return data.map(({ slug }) => slug)
    }
    expect(next.featured).toBe(false)
    expect(await marks()).toEqual([featured.slug])
    await becomeDue(next.id)
    expect(await marks()).toEqual([next.slug])
  })

  test('is published now when it is less than a minute ahead, dated with the time of the server', async () => {
    const soon = new Date(Date.now() + 30_000).toISOString()
    const { published, publish_date, created_at } = await write({ published: true, publish_date: soon })
    expect({ published, publish_date }).toEqual({ published: true, publish_date: created_at })
  })
})

describe('a scheduled draft', () => {
  test('is rescheduled by another date, and by one that has passed it is not scheduled any more', async () => {
    const { id, updated_at } = await write({ published: true, publish_date: TOMORROW })
    const later = new Date(Date.now() + 2 * DAY_MS).toISOString()
    const moved = await saveArticle(admin, { id, since: updated_at, values: { publish_date: later } })
    expect(await look(id)).toEqual({ readers: 0, status: 'waiting', at: later })
    if (moved.status !== 'saved') throw new Error(moved.status)
    const since = moved.article.updated_at
    await saveArticle(admin, { id, since, values: { publish_date: YESTERDAY } })
    expect(await look(id)).toEqual({ readers: 0, status: null, at: null })
  })

  test('is published now by a date that has passed', async () => {
    const { id } = await write({ published: true, publish_date: TOMORROW })
    await publishNow(admin, id, { publish_date: YESTERDAY })
    expect(await look(id)).toEqual({ readers: 1, status: null, at: null })
  })

  test('is saved again after a lost response, without a conflict', async () => {
    const id = randomUUID()
    const values = anArticle({ published: true, publish_date: TOMORROW })
    expect(await createArticle(admin, { id, values })).toMatchObject({ status: 'saved' })
    expect(await createArticle(admin, { id, values })).toMatchObject({ status: 'saved' })
    const since = new Date(0).toISOString()
    expect(await saveArticle(admin, { id, since, values })).toMatchObject({ status: 'saved' })
  })
})

test('a published article whose date was in the future before stays as it is when something else changes', async () => {
  const { id } = await write()
  const { sql } = app.database
  await sql`alter table public.articles disable trigger reschedule_future_article`
  await sql`update public.articles set publish_date = ${TOMORROW}::timestamptz where id = ${id}`
  await sql`alter table public.articles enable trigger reschedule_future_article`
  expect(await changeArticle(admin, id, { category: 'opinion' })).toMatchObject({ status: 'saved' })
  expect((await look(id)).readers).toBe(1)
})
