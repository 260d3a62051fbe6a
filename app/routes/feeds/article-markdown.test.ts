import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'

let app: TestApp
let slug: string

beforeAll(async () => {
  app = await startTestApp()
  const harbour = await addArticle(app.service(), anArticle())
  await addArticle(app.service(), aTranslation(harbour, 'de', { slug: harbour.slug }))
  await addArticle(app.service(), anArticle({ title: 'Not yet', published: false }))
  slug = harbour.slug
})
afterAll(() => app.stop())

async function get(path: string) {
  const response = await app.fresh(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('an article is available as Markdown, with the page as its canonical address', async () => {
  const { status, headers, text } = await get(`/article/${slug}.md`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(headers.get('link')).toBe(`<${app.url}/article/${slug}>; rel="canonical"`)
  expect(headers.get('content-language')).toBe('en')
  expect(text).toMatch(new RegExp(`^# ${PIECES.harbour.title}\n`))
  expect(text).toContain('\n\nThe harbour is open.\n')
})

test('its corrections are at the end, with their dates, in its own language', async () => {
  const { sql } = app.database
  await sql`
    insert into public.article_corrections (article_id, text, corrected_at)
    select id, 'It was *not*' || E'\n' || ${'so.'}, '2026-11-02T09:30:00Z' from public.articles where published`
  expect((await get(`/article/${slug}.md`)).text).toMatch(
    /\n\n## Corrections\n\n- November 2, 2026: It was \\\*not\\\* so\.\n$/,
  )
  expect((await get(`/article/${slug}.md?lang=de`)).text).toContain(
    '\n\n## Korrekturen\n\n- 2. November 2026: ',
  )
})

test('a translation is available as Markdown too', async () => {
  const { headers, text } = await get(`/article/${slug}.md?lang=de`)
  expect(headers.get('link')).toBe(`<${app.url}/article/${slug}?lang=de>; rel="canonical"`)
  expect(headers.get('content-language')).toBe('de')
  expect(text).toMatch(new RegExp(`^# ${PIECES.harbour.title} \\(de\\)\n`))
})

test('a language without a translation gets the English article, with English headers', async () => {
  const { headers } = await get(`/article/${slug}.md?lang=fr`)
  expect(headers.get('link')).toBe(`<${app.url}/article/${slug}>; rel="canonical"`)
  expect(headers.get('content-language')).toBe('en')
})

test.each(['/article/nothing.md', '/article/not-yet.md', '/article/.md', '/article/nothing.md?lang=de'])(
  '%s is not found',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)

test('the address without .md is still the HTML page', async () => {
  expect((await get(`/article/${slug}`)).headers.get('content-type')).toBe('text/html; charset=utf-8')
})
