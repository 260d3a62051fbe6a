import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, publishNow, versionOf } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import {
  cancelSchedule,
  cancelUnpublishing,
  findSchedule,
  findUnpublishing,
  listSchedules,
  listStoryVersions,
  scheduleArticle,
  scheduleUnpublishing,
} from './article-schedules.ts'
import { changeArticle } from './save-article.ts'

const ZONE = 'Europe/Zurich'
const MINUTE = 60_000

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles'))

const draft = (overrides: Partial<ArticleInput> = {}) =>
  addArticle(app.service(), anArticle({ published: false, ...overrides }))
/** Schedules a draft as it is. */
const schedule = async (id: string, publishAt = later(60 * MINUTE), zone = ZONE) => {
  const { updated_at: version } = await versionOf(admin, id)
  return scheduleArticle(admin, { id, version, publishAt, zone })
}
const later = (ms: number) => new Date(Date.now() + ms)

describe('a schedule', () => {
  test('is stored with the zone in which the time was chosen, changed and cancelled', async () => {
    const { id } = await draft()
    const publishAt = later(60 * MINUTE)
    expect(await schedule(id, publishAt)).toMatchObject({ status: 'scheduled' })
    const { data } = await admin.auth.getUser()
    expect(await findSchedule(admin, id)).toMatchObject({
      status: 'waiting',
      zone: ZONE,
      created_by: data.user?.id,
    })
    await schedule(id, later(90 * MINUTE), 'UTC')
    expect(await listSchedules(admin, [id, randomUUID()])).toMatchObject([{ article_id: id, zone: 'UTC' }])
    await cancelSchedule(admin, id)
    expect(await findSchedule(admin, id)).toBeNull()
  })

  test('in the past is refused, unless by less than a minute', async () => {
    const { id } = await draft()
    const scheduled = async (ms: number) => (await schedule(id, later(ms))).status
    expect(await scheduled(-60 * MINUTE)).toBe('past')
    expect(await scheduled(-2 * MINUTE)).toBe('past')
    expect(await scheduled(3 * 365 * 24 * 60 * MINUTE)).toBe('too_far')
    expect(await findSchedule(admin, id)).toBeNull()
    expect(await scheduled(-30_000)).toBe('scheduled')
  })

  test('of what is published, unfinished or gone is refused, and so is an unknown zone', async () => {
    const publishAt = later(60 * MINUTE)
    const { id } = await draft({ slug: 'unfinished', title: '', excerpt: ' ' })
    expect(await schedule(id)).toEqual({ status: 'incomplete', missing: ['title', 'excerpt'] })
    expect(await schedule((await draft({ slug: 'done', published: true })).id)).toEqual({
      status: 'already_published',
    })
    expect(await scheduleArticle(admin, { id: randomUUID(), version: '', publishAt, zone: ZONE })).toEqual({
      status: 'gone',
    })
    expect(await schedule((await draft()).id, publishAt, 'Europe/Atlantis')).toEqual({
      status: 'unknown_zone',
    })
    await expect(
      scheduleArticle(app.anonymous(), { id, version: '', publishAt, zone: ZONE }),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('ends when the article is published by hand, or deleted', async () => {
    const { id } = await draft()
    await schedule(id)
    await publishNow(admin, id)
    expect(await findSchedule(admin, id)).toBeNull()
    await changeArticle(admin, id, { published: false })
    await schedule(id)
    await admin.from('articles').delete().eq('id', id).throwOnError()
    expect(await findSchedule(admin, id)).toBeNull()
  })
})

test('which translations are not ready is named beforehand, whichever version is asked for', async () => {
  const original = await draft()
  const german = await addArticle(
    app.service(),
    aTranslation(original, 'de', { published: false, excerpt: '' }),
  )
  await addArticle(app.service(), aTranslation(original, 'fr', { published: true }))
  const versions = await listStoryVersions(admin, original.id)
  expect(
    versions.map(({ language, published, is_original, missing }) => [
      language,
      published,
      is_original,
      missing,
    ]),
  ).toEqual([
    ['en', false, true, []],
    ['de', false, false, ['excerpt']],
    ['fr', true, false, []],
  ])
  expect(await listStoryVersions(admin, german.id)).toEqual(versions)
})

describe('a time until which readers find an article', () => {
  test('is stored with its zone, changed and removed', async () => {
    const { id } = await draft({ published: true })
    const answer = await scheduleUnpublishing(admin, { id, unpublishAt: later(60 * MINUTE), zone: ZONE })
    expect(answer).toMatchObject({ status: 'scheduled' })
    await scheduleUnpublishing(admin, { id, unpublishAt: later(90 * MINUTE), zone: 'UTC' })
    expect(await findUnpublishing(admin, id)).toMatchObject({ article_id: id, zone: 'UTC' })
    await cancelUnpublishing(admin, id)
    expect(await findUnpublishing(admin, id)).toBeNull()
  })

  test('is refused where it makes no sense, with the reason', async () => {
    const { id } = await draft()
    await schedule(id)
    const asked = async (ms: number, values: { id?: string; zone?: string } = {}) =>
      (await scheduleUnpublishing(admin, { id, zone: ZONE, unpublishAt: later(ms), ...values })).status
    expect(await asked(-MINUTE)).toBe('past')
    expect(await asked(11 * 365 * 24 * 60 * MINUTE)).toBe('too_far')
    expect(await asked(30 * MINUTE)).toBe('before_publication')
    expect(await asked(90 * MINUTE, { zone: 'Mars/Olympus' })).toBe('unknown_zone')
    expect(await asked(90 * MINUTE, { id: randomUUID() })).toBe('gone')
    expect(await findUnpublishing(admin, id)).toBeNull()
    expect(await asked(90 * MINUTE)).toBe('scheduled')
    const { error } = await app.anonymous().rpc('schedule_unpublishing', {
      p_article_id: id,
      p_unpublish_at: later(MINUTE).toISOString(),
      p_zone: ZONE,
    })
    expect(error?.code).toBe('42501')
  })
})
