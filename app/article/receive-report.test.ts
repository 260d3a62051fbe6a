import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTranslationReports } from '#core/data/translation-review.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let path: string

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.translation_reports')
  const original = await addArticle(app.service(), anArticle({ slug: 'harbour' }))
  await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen' }))
  path = '/article/hafen?lang=de'
})

let visitors = 0
/** Sends from another address each time, like a reader of its own. */
const send = (fields: Record<string, string>, { to = path, headers = {} } = {}) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  visitors += 1
  const from = { 'x-forwarded-for': `198.51.100.${visitors}` }
  return fetch(app.url + to, { method: 'POST', body, headers: { ...from, ...headers } })
}
const reports = async () =>
  (await listTranslationReports(app.service(), { status: 'open', page: 1, pageSize: 100 })).rows

describe('the form below a translation', () => {
  test('is there without any script, and not below an original', async () => {
    const html = await (await fetch(app.url + path)).text()
    expect(html).toContain('action="/article/hafen?lang=de#report"')
    expect(html).toContain('<summary')
    expect(html).toContain('Einen Fehler in dieser Übersetzung melden')
    expect(await (await fetch(`${app.url}/article/harbour`)).text()).not.toContain('#report"')
  })

  test('sends what is wrong to the editors, and says thank you', async () => {
    const response = await send({ quote: 'Der Satz ist falsch.', comment: 'Es heißt „offen“.' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('private')
    const html = await response.text()
    expect(html).toContain('role="status"')
    expect(html).toContain('Danke. Ihre Meldung ist bei der Redaktion angekommen.')
    expect(await reports()).toMatchObject([
      { quote: 'Der Satz ist falsch.', comment: 'Es heißt „offen“.', status: 'open' },
    ])
    // The page of everyone else does not mention it.
    expect(await (await fetch(app.url + path)).text()).not.toContain('Ihre Meldung ist')
  })

  test('takes a sentence alone, also from a browser that sends it encoded', async () => {
    const body = new URLSearchParams({ quote: 'Ein Satz.' })
    expect((await fetch(app.url + path, { method: 'POST', body })).status).toBe(200)
    expect(await reports()).toMatchObject([{ quote: 'Ein Satz.', comment: '' }])
  })

  test.each([
    ['nothing', {}],
    ['no sentence', { quote: ' ', comment: 'Etwas' }],
    ['a NUL', { quote: 'a\u0000b' }],
    ['too much', { quote: 'x'.repeat(1001) }],
  ])('does not accept %s, and says what to do', async (_, fields) => {
    const response = await send(fields)
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('role="alert"')
    expect(html).toContain('höchstens 1000 Zeichen')
    expect(html).toContain('<details open="">')
    expect(await reports()).toEqual([])
  })

  test.each(['</textarea><script>alert(1)</script>', '"><img src=x onerror=alert(1)>'])(
    'shows %s again as text, not as markup',
    async (comment) => {
      const html = await (await send({ quote: '', comment })).text()
      expect(html).not.toMatch(/<script>alert|<img src=x/)
      expect(html).toContain(
        comment.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      )
    },
  )

  test.each(['<b>HTML</b>', '\u202E\u05e9\u05dc\u05d5\u05dd\u202C', '👩🏽‍👩🏽‍👧🏽', '🤖'.repeat(1000)])(
    'keeps odd text as text',
    async (quote) => {
      expect((await send({ quote, comment: quote })).status).toBe(200)
      expect(await reports()).toMatchObject([{ quote, comment: quote }])
    },
  )

  test('refuses a megabyte, and a form of another site', async () => {
    expect((await send({ quote: 'x'.repeat(1_048_576) })).status).toBe(413)
    expect((await send({ quote: 'x' }, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect(await reports()).toEqual([])
  })

  test('is nothing for originals, nor where there is no article', async () => {
    expect((await send({ quote: 'x' }, { to: '/article/harbour' })).status).toBe(405)
    expect((await send({ quote: 'x' }, { to: '/article/harbour?lang=de' })).status).toBe(405)
    expect((await send({ quote: 'x' }, { to: '/article/nothing?lang=de' })).status).toBe(404)
    await app.service().from('articles').update({ published: false }).eq('slug', 'hafen').throwOnError()
    expect((await send({ quote: 'x' })).status).toBe(404)
    expect(await reports()).toEqual([])
  })

  test('is limited by address, and keeps what was typed', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let n = 0; n < 10; n += 1) expect((await send({ quote: `Satz ${n}` }, { headers })).status).toBe(200)
    const response = await send({ quote: 'Noch ein Satz' }, { headers })
    expect(response.status).toBe(429)
    const html = await response.text()
    expect(html).toContain('zu viele Meldungen')
    expect(html).toContain('Noch ein Satz</textarea>')
    expect((await send({ quote: 'Noch ein Satz' })).status).toBe(200)
  })
})
