import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the headers of', () => {
  test.each([
    ['a page', '/', 200],
    ['a signed request', '/rest/v1/articles?apikey', 200],
    ['a refused request', '/rest/v1/articles', 401],
    ['an unknown auth route', '/auth/v1/nothing', 404],
    ['an unknown function', '/functions/v1/nothing', 404],
    ['the health check', '/healthz', 200],
    ['a file', '/favicon.svg', 200],
    ['a hidden file', '/.env', 404],
  ])('%s protect browsers, and do not reveal the software', async (_what, path, status) => {
    const headers: Record<string, string> = path.endsWith('?apikey')
      ? { apikey: TEST_SECRETS.publishableKey }
      : {}
    const response = await fetch(app.url + path.replace('?apikey', ''), { headers })
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(response.headers.has('server')).toBe(false)
    expect(response.headers.has('x-powered-by')).toBe(false)
    expect(response.headers.has('strict-transport-security')).toBe(false)
    expect(response.headers.has('set-cookie')).toBe(false)
  })
})

test('a site on https sends Strict-Transport-Security', async () => {
  const site = new Hono().use(addSecurityHeaders({ https: true })).get('/', (c) => c.text('ok'))
  const response = await site.request('/')
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('a response with a content security policy of its own keeps it', async () => {
  const site = new Hono().use(addSecurityHeaders({ https: false })).get('/', (c) => {
    c.header('content-security-policy', "default-src 'self'")
    return c.text('ok')
  })
  const response = await site.request('/')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
})

test.each([
  '/admin/recovery',
  '/admin/sign-in-link',
  '/admin/invitation',
  '/admin/recovery/',
  '/preview',
  '/PREVIEW',
  '/Admin/Invitation',
  '/%70review',
  '//preview//',
])('%s, whose URL contains a token, sends no Referer', async (path) => {
  const site = new Hono().use(addSecurityHeaders({ https: false })).get('*', (c) => {
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    return c.text('ok')
  })
  const response = await site.request(`${path}?token_hash=secret`)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await site.request('/admin/account')).headers.get('referrer-policy')).not.toBe('no-referrer')
})
