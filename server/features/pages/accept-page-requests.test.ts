import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { acceptPageRequests } from '#server/features/pages/accept-page-requests.ts'

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

test.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'])(
  '%s is not for pages',
  async (method) => {
    const response = await app.request('/', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(await response.text()).toBe('This address does not take such requests.')
  },
)

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
