import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requestLog } from '#server/platform/http/request-log.ts'
import { createLog } from '#server/platform/log.ts'

test('a request is logged as one line without its query, whatever its path contains', async () => {
  const lines: string[] = []
  const log = { ...createLog('silent'), debug: (line: string) => lines.push(line) }
  const app = new Hono().use(requestLog(log)).all('*', (c) => c.text('ok'))
  await app.request('/one%0Atwo?token=secret')
  expect(lines).toEqual([expect.stringMatching(/^GET \/one%0Atwo 200 [\d.]+ ms$/)])
})
