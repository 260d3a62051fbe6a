import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { loggedPath, requestLog } from '#server/platform/http/request-log.ts'
import { createLog } from '#server/platform/log.ts'

test('a request is logged as one line without its query, whatever its path contains', async () => {
  const lines: string[] = []
  const log = { ...createLog('silent'), debug: (line: string) => lines.push(line) }
  const app = new Hono().use(requestLog(log)).all('*', (c) => c.text('ok'))
  await app.request('/one%0Atwo?token=secret')
  expect(lines).toEqual([expect.stringMatching(/^GET \/one%0Atwo 200 [\d.]+ ms$/)])
})

test.each([
  ['/news?page=2', '/news'],
  ['/a%0Ab', '/a%0Ab'],
  ['/calendar/secret.ics', '/calendar/…'],
  ['/calendar/secret.ics?x=1', '/calendar/…'],
  ['//Calendar//secret/more', '//Calendar//…'],
  ['/c%61lendar%2Fsecret.ics', '/c%61lendar%2F…'],
  ['/calendars/news', '/calendars/news'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
