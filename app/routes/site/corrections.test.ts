import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCorrection, deleteCorrection } from '#core/data/article-corrections.ts'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles, public.article_corrections'))

const page = async (path: string) => (await app.fresh(path)).text()
/** The page once the database has announced the change. */
const eventually = (path: string, expected: RegExp) => expect.poll(() => page(path)).toMatch(expected)

async function correct(articleId: string, text: string): Promise<string> {
  const answer = await addCorrection(admin, { articleId, text })
  if (answer.status !== 'added') throw new Error(answer.status)
  return answer.id
}

test('lists the corrections of a language, and is cached until one changes', async () => {
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  expect(await page('/corrections')).toContain('No corrections so far.')
  const id = await correct(original.id, 'It was <b>Monday</b>.')
  await correct(german.id, 'Es war Montag.')
  await eventually('/corrections', /It was &lt;b&gt;Monday&lt;\/b&gt;\./)
  await eventually('/corrections?lang=de', /Es war Montag\./)
  expect(await page('/corrections')).toContain(`href="/article/${original.slug}"`)
  expect(await page('/corrections')).not.toContain('Es war Montag.')

  await deleteCorrection(admin, id)
  await eventually('/corrections', /No corrections so far\./)
  await admin.from('articles').update({ published: false }).eq('id', german.id).throwOnError()
  await eventually('/corrections?lang=de', /Bisher gibt es keine Korrekturen\./)
})

test('has pages of 25, and leads back to the first from one that does not exist', async () => {
  const { id } = await addArticle(app.service(), anArticle())
  for (let n = 1; n <= 26; n++) await correct(id, `Note ${n}.`)
  await eventually('/corrections', /Note 26\./)
  expect(await page('/corrections')).not.toContain('Note 1.<')
  const second = await page('/corrections?page=2')
  expect(second).toContain('Note 1.<')
  expect(second).toContain(`<link rel="canonical" href="${app.url}/corrections?page=2"`)
  const beyond = await fetch(`${app.url}/corrections?page=3`, { redirect: 'manual' })
  expect([beyond.status, beyond.headers.get('location')]).toEqual([302, '/corrections'])
})

test('the page of an article shows its corrections and when it was updated, in both languages of a fallback', async () => {
  const article = await addArticle(app.service(), anArticle({ publish_date: '2026-01-05T09:00:00Z' }))
  const path = `/article/${article.slug}`
  expect(await page(path)).not.toContain('Updated on')
  await correct(article.id, 'It was Monday.')
  await eventually(path, /<h2 id="corrections"[^>]*>Corrections<\/h2>/)
  const html = await page(path)
  expect(html).toContain('It was Monday.')
  expect(html).toContain('Updated on ')
  expect(html).toContain('"@type":"CorrectionComment"')
  const fallback = await page(`${path}?lang=de`)
  expect(fallback).toContain('Aktualisiert am ')
  expect(fallback).toMatch(/<section lang="de" aria-labelledby="corrections"/)
})
