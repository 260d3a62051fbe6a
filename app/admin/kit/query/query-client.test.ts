import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryRetryDelayMs, shouldRetryQuery } from '#app/admin/kit/query/query-client.ts'
import { browserFetch } from '#app/browser-fetch.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const AWAY = { name: 'PostgrestError', code: '', status: 503 }
const TOO_MANY = { code: '42900' }

/** Sends a request to which the server responds in this way. */
async function respondWith(status: number, retryAfter?: string): Promise<void> {
  const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
  vi.stubGlobal('fetch', async () => new Response('', { status, headers }))
  await browserFetch('http://127.0.0.1/')
}

test('after a temporary error there are three retries, with delays that double', async () => {
  await respondWith(503)
  expect([0, 1, 2, 3].map((failures) => shouldRetryQuery(failures, AWAY))).toEqual([true, true, true, false])
  expect([0, 1, 2].map((failures) => queryRetryDelayMs(failures))).toEqual([1000, 2000, 4000])
})

test('other errors are not retried', async () => {
  await respondWith(503)
  for (const error of [{ code: '42501' }, { code: '22P02' }, new Error('a fault'), null]) {
    expect(shouldRetryQuery(0, error)).toBe(false)
  }
})

test('Retry-After is respected, and a long one ends the retries', async () => {
  await respondWith(429, '4')
  expect([shouldRetryQuery(0, TOO_MANY), queryRetryDelayMs(0)]).toEqual([true, 4000])
  await respondWith(503, '600')
  expect(shouldRetryQuery(0, AWAY)).toBe(false)
  await respondWith(429)
  expect(shouldRetryQuery(0, TOO_MANY)).toBe(false)
})
