import { expect, onTestFinished, test, vi } from 'vitest'

// The lists of a process that has seen nothing yet.
vi.resetModules()
const { createLog } = await import('#server/platform/log.ts')
const { listLimits, noteLimit } = await import('#server/platform/report.ts')
const { reportOfProcess } = await import('#server/platform/heartbeat/heartbeat.ts')
const { listErrors } = await import('#server/platform/report.ts')
const { shortLine } = await import('#server/platform/log-line.ts')
const { listSlowRequests, noteSlowRequest, routePattern } = await import('#server/platform/report.ts')
const { withRequestId } = await import('#server/platform/request-id.ts')

const log = createLog('silent')

test.each([
  ['550 <eva@example.org>: unknown\nsecond line', '550 <[address]>: unknown'],
  ['postgres://site:hunter2@db.example/site failed', 'postgres://[credentials]@db.example/site failed'],
  ['key sb_secret_abcdefgh12345678 was refused', 'key [secret] was refused'],
  ['a\u0000b\u001b[31mc\u202ed\ud800e', 'a b [31mc d e'],
  ['', ''],
])('of %j one short line is shown', (text, line) => {
  expect(shortLine(text)).toBe(line)
})

test('a long line is cut, and no half of a character is left', () => {
  expect(shortLine(`${'x'.repeat(299)}👩${'y'.repeat(100_000)}`)).toBe(`${'x'.repeat(299)}\ufffd…`)
})

test.each([
  ['/', '/'],
  ['/article/eva-mueller-is-gone?token=abc', '/article/*'],
  ['/tech', '/*'],
  ['/eva@example.org/a/b', '/*/…'],
  ['/functions/v1/read-desk?from=2026', '/functions/v1/read-desk'],
  ['/rest/v1/articles?select=*', '/rest/v1/articles'],
  ['/rest/v1/rpc/search_desk', '/rest/v1/rpc/search_desk'],
  ['/auth/v1/factors/7c9e6679-7425-40de-944b-e07fc1f90ae7/verify', '/auth/v1/factors/*/*'],
  ['/storage/v1/object/sign/eyJhbGciOiJI', '/storage/v1/object/sign/*'],
  ['/rest/v1/eva@example.org', '/rest/v1/*'],
  [`/article${'/a'.repeat(50)}`, '/article/*/*/*/*/*/…'],
  ['', '/'],
])('the route of %s is %s', (address, route) => {
  expect(routePattern(address)).toBe(route)
})

test('equal errors are counted, with the id of the last request, and the list is bounded', () => {
  const thrown = new TypeError('broken for eva@example.org')
  withRequestId('r-1', () => log.error('GET /article/a', thrown))
  withRequestId('r-2', () => log.error('GET /article/b', thrown))
  expect(listErrors()[0]).toMatchObject({
    message: 'GET /article/b: TypeError: broken for [address]',
    times: 2,
    request_id: 'r-2',
  })
  for (let n = 0; n < 100; n++) log.error(`the error ${String.fromCodePoint(0x4e00 + n)}`)
  for (let n = 0; n < 100; n++) log.error(`Job purge 0${n}-7c9e-4b2a-9665-a6a2dc0a7984 failed: no room`)
  expect(listErrors()).toHaveLength(20)
  expect(listErrors()[0]).toMatchObject({
    message: 'Job purge 099-7c9e-4b2a-9665-a6a2dc0a7984 failed: no room',
    times: 100,
    request_id: null,
  })
})

test('slow requests are bounded, and everything is forgotten after a day', () => {
  const request = { method: 'GET', route: '/', status: 200, ms: 1_500, request_id: 'r' }
  for (let n = 0; n < 100; n++) noteSlowRequest({ ...request, at: new Date().toISOString(), ms: n })
  expect(listSlowRequests()).toHaveLength(20)
  expect(listSlowRequests()[0]?.ms).toBe(99)
  noteLimit('search')
  noteLimit('search')
  noteLimit('connections')
  expect(listLimits()).toMatchObject([
    { limit: 'search', times: 2 },
    { limit: 'connections', times: 1 },
  ])
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 })
  expect(reportOfProcess()).toMatchObject({ slow: [], errors: [], limits: [] })
  noteLimit('search')
  expect(listLimits()).toMatchObject([{ limit: 'search', times: 1 }])
})
