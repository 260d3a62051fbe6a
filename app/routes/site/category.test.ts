import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertArticles } from '#core/data/articles.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { anArticle } from '../../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const articles = Array.from({ length: 25 }, (_, index) => anArticle({ title: `Story ${index}` }))
  await insertArticles(app.service(), articles)
})
afterAll(() => app.stop())

test('only the first page of a list has language versions, because later pages list other articles in each language', async () => {
  const [first, second] = await Promise.all(
    ['/news', '/news?page=2'].map(async (path) => (await fetch(app.url + path)).text()),
  )
  expect(first).toContain(`rel="canonical" href="${app.url}/news"`)
  expect(first?.match(/ hreflang="x-default"/gi)).toHaveLength(1)
  expect(second).toContain(`rel="canonical" href="${app.url}/news?page=2"`)
  expect(second?.match(/rel="alternate" hreflang/gi)).toBeNull()
  expect(second).not.toContain('og:locale:alternate')
  expect(second).not.toContain('noindex')
})

test('a page beyond the last redirects to the first, in the same language', async () => {
  for (const [path, first] of [
    ['/news?page=3', '/news'],
    ['/news?page=2&lang=de', '/news?lang=de'],
  ]) {
    const response = await fetch(app.url + path, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(first)
  }
})

test('the language links of a later page lead to the first page', async () => {
  const html = await (await fetch(`${app.url}/news?page=2`)).text()
  const languages = html.match(/<a [^>]*data-language[^>]*>/g) ?? []
  expect(languages).not.toEqual([])
  expect(languages.filter((link) => link.includes('page='))).toEqual([])
})
