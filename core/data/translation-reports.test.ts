import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  deleteTranslationReport,
  listTranslationReports,
  reportTranslation,
  setReportStatus,
} from '#core/data/translation-review.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Client
let originalId: string
let translationId: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.article_trash, public.translation_reports')
  await app.database.sql`delete from private.rate_limits`
  const original = await addArticle(app.service(), anArticle())
  originalId = original.id
  translationId = (await addArticle(app.service(), aTranslation(original, 'de'))).id
})

const report = (quote: string, id = translationId) =>
  reportTranslation(app.service(), { translationId: id, quote, comment: 'Falsch.' })
const FIRST = { page: 1, pageSize: 200 }
const open = async () => (await listTranslationReports(admin, { status: 'open', ...FIRST })).rows

test('administrators list reports, the oldest first, close them and delete them', async () => {
  for (const quote of ['Eins', 'Zwei', 'Drei']) expect(await report(quote)).toEqual({ status: 'received' })
  const listed = await listTranslationReports(admin, { status: 'open', translationId, page: 2, pageSize: 2 })
  expect(listed).toMatchObject({ rows: [{ quote: 'Drei' }], total: 3 })
  const [first, second] = await open()
  expect(await setReportStatus(admin, first?.id ?? '', 'done')).toBe(true)
  expect(await deleteTranslationReport(admin, second?.id ?? '')).toBe(true)
  expect(await deleteTranslationReport(admin, second?.id ?? '')).toBe(false)
  expect(await open()).toMatchObject([{ quote: 'Drei' }])
  expect(await listTranslationReports(admin, { status: 'done', ...FIRST })).toMatchObject({
    rows: [{ quote: 'Eins' }],
  })
})

test('readers report, and read nothing', async () => {
  const reader = app.anonymous()
  expect(await reportTranslation(reader, { translationId, quote: 'Eins', comment: '' })).toEqual({
    status: 'received',
  })
  await expect(listTranslationReports(reader, { status: 'open', ...FIRST })).rejects.toMatchObject({
    code: '42501',
  })
})

test('only published translations can be reported', async () => {
  expect(await report('Eins', originalId)).toEqual({ status: 'gone' })
  await admin.from('articles').update({ published: false }).eq('id', translationId).throwOnError()
  expect(await report('Eins')).toEqual({ status: 'gone' })
})

test('what is sent twice is stored once, until it is done', async () => {
  await report('Eins')
  expect(await report('Eins')).toEqual({ status: 'received' })
  const [only, ...more] = await open()
  expect(more).toEqual([])
  await setReportStatus(admin, only?.id ?? '', 'done')
  await report('Eins')
  expect(await open()).toHaveLength(1)
})

test('a hundred can be open for a translation', async () => {
  await app.database.sql`
    insert into public.translation_reports (translation_id, quote)
    select ${translationId}, 'Satz ' || n from generate_series(1, 100) n`
  expect(await report('Noch einer')).toEqual({ status: 'too_many' })
})

test.each([
  ['none', ''],
  ['only space', ' \u00a0'],
  ['too much', 'x'.repeat(1001)],
])('the database does not accept %s as a sentence either', async (_, quote) => {
  await expect(report(quote)).rejects.toMatchObject({ code: '23514' })
})

test('reports outlive a deletion until the trash is emptied', async () => {
  await report('Eins')
  await admin.from('articles').delete().eq('id', originalId).throwOnError()
  expect(await open()).toHaveLength(1)
  await app.database.sql`delete from public.article_trash`
  expect(await open()).toEqual([])
})

test('a text that is removed for good is quoted by no report', async () => {
  await report('Eins')
  await admin
    .rpc('purge_article_text', { p_article_id: originalId, p_reason: 'A court had a name removed.' })
    .throwOnError()
  expect(await open()).toEqual([])
})
