import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  askForVersion,
  checkForUpdate,
  isNewerVersion,
  readUpdateState,
} from '#server/platform/newer-version.ts'
import { RELEASE } from '#server/platform/version.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { freePort } from '../../tests/support/free-port.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(() => sql`delete from private.update_checks`)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.json`
}
const saying = (body: unknown, status = 200) =>
  serve((_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )

test.each([
  ['1.2.4', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '2.0.0-beta.1', true],
  ['2.0.0-beta.1', '2.0.0', false],
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.3.0', false],
])('%s is newer than %s: %s', (one, other, newer) => {
  expect(isNewerVersion(one, other)).toBe(newer)
})

test('a file of our own and a release of GitHub are understood', async () => {
  const changelog = 'https://example.org/changes'
  expect(await askForVersion(await saying({ version: '9.0.0', changelog }))).toEqual({
    version: '9.0.0',
    changelog,
  })
  expect(await askForVersion(await saying({ version: '9.0.0' }))).toEqual({
    version: '9.0.0',
    changelog: null,
  })
  const release = { tag_name: 'v9.0.1', html_url: changelog, body: 'Much has changed.' }
  expect(await askForVersion(await saying(release))).toEqual({ version: '9.0.1', changelog })
})

test.each([
  ['names no version', { version: '<script>' }],
  ['names no version', { version: '9.0.0', changelog: 'javascript:alert(1)' }],
  ['names no version', 'no JSON'],
  ['names no version', `{"version":"9.0.0${'0'.repeat(100)}"}`],
  ['is longer than', { version: '9.0.0', body: 'x'.repeat(300_000) }],
])('an answer that %s is none', async (problem, body) => {
  expect(await askForVersion(await saying(body))).toEqual({ problem: expect.stringContaining(problem) })
})

test('errors and redirects are no answers, and nothing says who asks', async () => {
  expect(await askForVersion(await saying('no', 500))).toEqual({ problem: 'It answered 500.' })
  expect(await askForVersion(`http://127.0.0.1:${await freePort()}/`)).toEqual({
    problem: 'It cannot be reached: nothing accepts connections at its address (ECONNREFUSED).',
  })
  const elsewhere = await serve((_, response) => response.writeHead(302, { location: '/other' }).end())
  expect(await askForVersion(elsewhere)).toMatchObject({
    problem: expect.stringContaining('cannot be reached'),
  })
  let asked: unknown
  const address = await serve((request, response) => {
    asked = { url: request.url, agent: request.headers['user-agent'], cookie: request.headers.cookie }
    response.end('{}')
  })
  await askForVersion(address)
  expect(asked).toEqual({ url: '/latest.json', agent: 'AI Watch', cookie: undefined })
})

test('it asks only where it may, at most once a day, and keeps what it knew when an answer fails', async () => {
  await checkForUpdate({ sql, updateCheckUrl: undefined })
  expect(await readUpdateState(sql, undefined)).toMatchObject({ is_allowed: false, asked_at: null })

  let times = 0
  let body = JSON.stringify({ version: '9.0.0', changelog: 'https://example.org/changes' })
  const updateCheckUrl = await serve((_, response) => {
    times += 1
    response.end(body)
  })
  await Promise.all([1, 2, 3].map(() => checkForUpdate({ sql, updateCheckUrl })))
  expect(times).toBe(1)
  expect(await readUpdateState(sql, updateCheckUrl)).toEqual({
    is_allowed: true,
    asked_at: expect.any(String),
    version: '9.0.0',
    changelog: 'https://example.org/changes',
    problem: null,
  })

  await sql`update private.update_checks set asked_at = now() - interval '1 day'`
  body = 'broken'
  await checkForUpdate({ sql, updateCheckUrl })
  expect(times).toBe(2)
  expect(await readUpdateState(sql, updateCheckUrl)).toMatchObject({
    version: '9.0.0',
    problem: 'Its answer names no version.',
  })

  await sql`update private.update_checks set asked_at = now() - interval '2 days'`
  body = JSON.stringify({ version: RELEASE })
  await checkForUpdate({ sql, updateCheckUrl })
  expect(await readUpdateState(sql, updateCheckUrl)).toMatchObject({ version: null, problem: null })

  // PostgreSQL stores no such character.
  await sql`update private.update_checks set asked_at = now() - interval '3 days'`
  body = JSON.stringify({ version: '9.0.1', changelog: 'https://example.org/\u0000new' })
  await checkForUpdate({ sql, updateCheckUrl })
  expect(await readUpdateState(sql, updateCheckUrl)).toMatchObject({
    version: '9.0.1',
    changelog: 'https://example.org/%00new',
  })
})
