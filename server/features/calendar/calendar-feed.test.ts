import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCalendarAddress, renewCalendarAddress, revokeCalendarAddress } from '#core/data/calendar.ts'
import type { Client } from '#core/data/client.ts'
import { addIdea } from '#core/data/ideas.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { createLog } from '#server/platform/log.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'

let app: TestApp
let admin: Client
const logged: string[] = []
const log = createLog('debug', {
  format: (event) => {
    logged.push(event.message)
    return ''
  },
})

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1, log })
  admin = await app.administrator()
})
afterAll(() => app.stop())

let visitors = 0
/** Opens it from another address each time, so that no test uses up the attempts of another one. */
const open = (secret: string, init: RequestInit = {}) =>
  fetch(`${app.url}/calendar/${secret}.ics`, {
    ...init,
    headers: { 'x-forwarded-for': `10.9.0.${++visitors}`, ...init.headers },
  })

const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

test('a program gets the calendar of a person, and nobody stores it', async () => {
  await addIdea(admin, { title: 'Of quaggas', planned_on: inDays(3) })
  await addIdea(admin, { title: 'Too far', planned_on: inDays(100) })
  expect(await findCalendarAddress(admin)).toBeNull()
  const secret = await renewCalendarAddress(admin)
  expect(await findCalendarAddress(admin)).toMatch(/^20/)
  const response = await open(secret)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const ics = await response.text()
  expect(ics).toContain(`DTSTART;VALUE=DATE:${inDays(3).replaceAll('-', '')}\r\nSUMMARY:Idea: Of quaggas\r\n`)
  expect(ics).not.toContain('Too far')
  const again = await open(secret, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect((await open(secret, { method: 'HEAD' })).status).toBe(200)
  expect((await open(secret, { method: 'POST' })).status).toBe(405)
})

test('what is unknown, revoked, or of somebody without a role is answered alike', async () => {
  const before = await renewCalendarAddress(admin)
  const secret = await renewCalendarAddress(admin)
  const answers = [
    await open('0'.repeat(64)),
    await open(before),
    await open(secret.slice(1)),
    await open(secret.toUpperCase()),
    await open(`${secret}/x`),
  ]
  const { sql } = app.database
  await sql`insert into private.roles_with_second_factor (role) values ('admin')`
  answers.push(await open(secret))
  await sql`delete from private.roles_with_second_factor`
  expect((await open(secret)).status).toBe(200)
  expect(await revokeCalendarAddress(admin)).toBe(true)
  answers.push(await open(secret))
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([404, 'There is no such calendar.'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('etag')).toBeNull()
  }
})

test('no secret is logged, in whatever spelling it is requested', async () => {
  const secret = await renewCalendarAddress(admin)
  await open(secret)
  for (const path of [
    `/Calendar/${secret}.ics`,
    `//calendar/${secret}`,
    `/%63alendar/${secret}.ics`,
    `/calendar/${secret}`,
  ]) {
    // The path is sent as it is: fetch would write some of them differently.
    await new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(app.url)
      request({ hostname, port, path, headers: { 'x-forwarded-for': '10.8.0.1' } }, (response) => {
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  }
  expect(logged.some((line) => line.includes('/calendar/…'))).toBe(true)
  expect(logged.filter((line) => line.includes(secret.slice(0, 20)))).toEqual([])
})

test('an address and a secret are asked for only so often', async () => {
  const secret = await renewCalendarAddress(admin)
  const statuses = new Map<number, number>()
  for (let index = 0; index <= LIMITS['one-calendar'].points; index++) {
    const { status } = await open(secret)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses).toEqual(
    new Map([
      [200, LIMITS['one-calendar'].points],
      [429, 1],
    ]),
  )
  const guesses = new Set<number>()
  for (let index = 0; index <= LIMITS.calendar.points; index++) {
    const guess = index.toString(16).padStart(64, '0')
    guesses.add((await open(guess, { headers: { 'x-forwarded-for': '10.7.0.1' } })).status)
  }
  expect([...guesses]).toEqual([404, 429])
})
