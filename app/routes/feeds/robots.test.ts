import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('robots.txt names the sitemaps, and both exist', async () => {
  const response = await fetch(`${app.url}/robots.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const sitemaps = [...(await response.text()).matchAll(/^Sitemap: (.*)$/gm)].map(([, url = '']) => url)
  expect(sitemaps).toEqual([`${app.url}/sitemap.xml`, `${app.url}/news-sitemap.xml`])
  for (const url of sitemaps) expect((await fetch(url)).status).toBe(200)
})
