import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'

describe('an address that names English', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const go = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: 'manual', ...init })

  test.each([
    ['/?lang=en', '/'],
    ['/news?page=2&lang=en', '/news?page=2'],
    ['/search?lang=en&q=a%26b', '/search?q=a%26b'],
    ['//other.example/?lang=en', '/'],
    ['/?lang=en&lang=de', '/'],
  ])('%s leads to %s', async (path, target) => {
    for (const method of ['GET', 'HEAD']) {
      // The second time the page is cached.
      await go(target)
      const response = await go(path, { method })
      expect(response.status).toBe(301)
      const location = new URL(response.headers.get('location') ?? '', app.url)
      expect(location.origin).toBe(app.url)
      if (!path.startsWith('//')) expect(location.pathname + location.search).toBe(target)
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test.each(['/?lang=de', '/?lang=de&lang=en', '/?lang=english', '/?slang=en', '/admin?lang=en'])(
    '%s stays as it is',
    async (path) => expect((await go(path)).status).toBe(200),
  )

  test('gets the page in a browser, whose script stores the choice', async () => {
    for (const _ of ['rendered', 'cached']) {
      // `fetch` sends a mode of its own.
      const asked = get(`${app.url}/?lang=en`, { headers: { 'sec-fetch-mode': 'navigate' } })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      expect(response.statusCode).toBe(200)
      expect(await text(response)).toContain('<html lang="en"')
    }
  })
})
