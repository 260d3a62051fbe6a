import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptPageRequests } from '#server/features/pages/page-requests.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'

const SITE = 'https://news.example.org'
const app = new Hono().use(acceptPageRequests({ siteUrl: SITE })).all('*', (c) => c.text('a page'))

async function ask(path: string, init: RequestInit = {}) {
  const response = await app.request(SITE + path, init)
  return { status: response.status, text: await response.text() }
}

test.each(['/', '/article/harbour', '/caf%C3%A9', '/%00', '/search?q=%ff', '/a%2fb'])(
  '%s may be a page',
  async (path) => {
    expect(await ask(path)).toEqual({ status: 200, text: 'a page' })
  },
)

test.each(['/%ff', '/%c0%af', '/article/%E0%A4%A', '/%', '/100%', '/%zz', '/%ff.data', '/%ED%A0%80'])(
  '%s is no address, whatever is done with it',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      expect(await ask(path, { method })).toEqual({ status: 400, text: 'This address is not valid.' })
    }
  },
)

test.each([
  '/news.data',
  '/_.data',
  '/article/one.data?_routes=root',
  '/subscribe.data',
  '/admin/outbox.data',
])('%s is not found: pages have no data apart from their documents', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const response = await app.request(SITE + path, { method })
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-cache'])
  }
})

test.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'])(
  '%s is not for pages',
  async (method) => {
    const response = await app.request('/', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(await response.text()).toBe('This address does not take such requests.')
  },
)

test.each([
  ['//other.example/?page=2', '/other.example/?page=2'],
  ['//other.example/?lang=en', '/other.example/?lang=en'],
  ['///other.example', '/other.example'],
  ['/.//other.example/a//b', '/other.example/a//b'],
  ['/\\other.example', '/other.example'],
  ['//search?q=//a', '/search?q=//a'],
])('%s leads to this site, with its form', async (path, target) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const response = await app.request(SITE + path, { method })
    expect([response.status, response.headers.get('location')]).toEqual([308, SITE + target])
  }
})

test.each([
  'https://evil.example',
  'http://news.example.org',
  `${SITE}:8443`,
  'null',
  '',
  'no origin',
  '\u00ff',
])('a form from %j is not taken', async (origin) => {
  const form = { method: 'POST', headers: { origin } }
  expect(await ask('/subscribe', form)).toEqual({
    status: 403,
    text: 'This form was sent from another site.',
  })
  expect((await ask('/subscribe', { headers: { origin } })).status).toBe(200)
})

test('a form from our own origin is accepted, and one without an Origin header', async () => {
  expect((await ask('/subscribe', { method: 'POST', headers: { origin: SITE } })).status).toBe(200)
  expect((await ask('/subscribe', { method: 'POST' })).status).toBe(200)
})

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
    ['/?lang=en&lang=de', '/'],
  ])('%s leads to %s', async (path, target) => {
    for (const method of ['GET', 'HEAD']) {
      // The second time the page is cached.
      await go(target)
      const response = await go(path, { method })
      expect(response.status).toBe(301)
      const location = new URL(response.headers.get('location') ?? '', app.url)
      expect(location.origin).toBe(app.url)
      expect(location.pathname + location.search).toBe(target)
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
