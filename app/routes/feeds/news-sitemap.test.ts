import { afterAll, expect, test } from 'vitest'
import { parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HOUR_MS = 60 * 60 * 1000

const app = await startTestApp()
afterAll(() => app.stop())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test('the news sitemap has the articles of the last 48 hours in every language, and none dated in the future', async () => {
  const fresh = await addArticle(app.service(), anArticle({ title: 'Fresh', publish_date: hoursAgo(1) }))
  await addArticle(app.service(), aTranslation(fresh, 'it'))
  await addArticle(app.service(), anArticle({ title: 'Two days', publish_date: hoursAgo(47.9) }))
  await addArticle(app.service(), anArticle({ title: 'Old', publish_date: hoursAgo(48.1) }))
  await addArticle(app.service(), anArticle({ title: 'Tomorrow', publish_date: hoursAgo(-24) }))
  await addArticle(app.service(), anArticle({ title: 'Draft', publish_date: hoursAgo(2), published: false }))

  const response = await app.fresh('/news-sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const locations = parseXml(await response.text()).children.map((url) => textOf(url, 'loc', SITEMAP))
  expect(locations.toSorted()).toEqual([
    `${app.url}/article/fresh`,
    `${app.url}/article/fresh-it?lang=it`,
    `${app.url}/article/two-days`,
  ])
})

test('it is cached, for five minutes at most', async () => {
  const { headers } = await fetch(`${app.url}/news-sitemap.xml`)
  expect(headers.get('etag')).toMatch(/^"/)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
})
