import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  countRunsUnderWay,
  findLastRequest,
  followBatch,
  planRetranslation,
  queueTranslations,
  translateArticle,
} from '#core/data/translation-runs.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles, public.translation_runs'))

/** One transaction, and so one time, for each call. */
const addRuns = (...statuses: string[]) => app.database.sql`
  insert into public.translation_runs (article_id, language, status, reason, ended_at)
  select gen_random_uuid(), 'de', status, case when status = 'paused' then 'The budget is used up.' end,
    case when status in ('succeeded', 'failed', 'cancelled') then now() end
  from unnest(${statuses}::text[]) as status`

test('what is under way is counted, with the reason why some of it is paused', async () => {
  expect(await countRunsUnderWay(admin)).toEqual({ underWay: 0, paused: 0, reason: null })
  await addRuns('queued', 'running', 'paused', 'paused', 'failed')
  expect(await countRunsUnderWay(admin)).toEqual({ underWay: 2, paused: 2, reason: 'The budget is used up.' })
})

test('the runs of a call are followed by the time at which they were asked for', async () => {
  expect(await findLastRequest(admin)).toBeNull()
  await addRuns('queued', 'failed')
  await addRuns('succeeded', 'succeeded', 'cancelled', 'failed', 'running')
  const requestedAt = await findLastRequest(admin)
  expect(await followBatch(admin, requestedAt ?? '')).toEqual({
    underWay: 1,
    paused: 0,
    succeeded: 2,
    failed: 2,
    reason: null,
  })
})

test('a refusal of the server is returned with its sentence', async () => {
  const asked = [{ articleId: randomUUID(), language: 'de' as const }]
  expect(await queueTranslations(admin, asked)).toEqual({
    status: 'refused',
    message: expect.stringContaining('Nothing has been queued.'),
  })
  expect(await planRetranslation(admin, { languages: ['de'], batchSize: 5 })).toMatchObject({
    status: 'answered',
    data: { found: 0, translations: [], estimate: { segments: 0 } },
  })
  await expect(queueTranslations(app.anonymous(), asked)).rejects.toMatchObject({ context: { status: 401 } })
})

test('a refusal comes with the sentence and the code of the server, and other errors are thrown', async () => {
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  expect(await translateArticle(admin, { articleId: german.id, targetLanguages: ['fr'] })).toEqual({
    status: 'refused',
    message: 'This feature is only available for original articles',
  })
  expect(await translateArticle(admin, { articleId: original.id, targetLanguages: ['fr'] })).toEqual({
    status: 'refused',
    message: expect.stringContaining('No language model is set up.'),
    code: 'not_configured',
  })
  const asked = { articleId: original.id, targetLanguages: ['fr' as const] }
  await expect(translateArticle(app.anonymous(), asked)).rejects.toMatchObject({ context: { status: 401 } })
})
