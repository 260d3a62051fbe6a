import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../../tests/support/app.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

/** One try to sign in, from an address of its own choosing: the proxy in front is trusted. */
async function signIn(email: string, password: string, from: string) {
  const started = performance.now()
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify({ email, password }),
  })
  return {
    status: response.status,
    body: await response.json(),
    headers: response.headers,
    ms: performance.now() - started,
  }
}

test('a wrong password and an unknown user get the same answer, and neither comes sooner', async () => {
  const wrong = await signIn(ADMIN.email, 'not the password', '192.0.2.1')
  const unknown = await signIn('nobody@example.org', 'not the password', '192.0.2.1')
  expect([wrong.status, wrong.body.error_code]).toEqual([400, 'invalid_credentials'])
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  // The floor is 350 ms: whichever check was quick has waited for it.
  expect(Math.min(wrong.ms, unknown.ms)).toBeGreaterThan(340)
})

test('after thirty tries from one address the next is refused with 429, and other addresses are not', async () => {
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => signIn('nobody@example.org', 'x', '192.0.2.2')),
  )
  expect(new Set(tries.map((attempt) => attempt.status))).toEqual(new Set([400]))
  const refused = await signIn(ADMIN.email, ADMIN.password, '192.0.2.2')
  expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await signIn(ADMIN.email, ADMIN.password, '192.0.2.3')).status).toBe(200)
})

test('whatever a client writes in front of the proxy’s own entry does not change its address', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => signIn('', '', `203.0.113.${n}, 192.0.2.4`)))
  expect((await signIn(ADMIN.email, ADMIN.password, '203.0.113.99, 192.0.2.4')).status).toBe(429)
})
