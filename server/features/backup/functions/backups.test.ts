import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Backups } from '#core/domain/backup.ts'
import { onBackupClient } from '#server/features/backup/open-client.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { freshAddress } from '../../../../tests/support/auth.ts'
import { untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let folder: string
let administrator: string
/** Of an account that was an administrator's, and still has its session. */
let editor: string

async function tokenOf(account: { email: string; password: string }): Promise<string> {
  const client: SupabaseClient = createClient(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false },
  })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return data.session?.access_token ?? ''
}

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
  folder = join(dirname(app.storageDir), 'backups')
  administrator = await tokenOf(ADMIN)
  const account = { email: 'ed@example.org', password: 'correct horse battery' }
  await createAdministrator(app.database.sql, account.email, account.password)
  editor = await tokenOf(account)
  await app.database.sql`
    delete from public.user_roles where user_id = (select id from auth.users where email = ${account.email})`
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from private.backup_troubles`
  await app.database.sql`delete from private.rate_limits`
})

interface Sent {
  token?: string | undefined
  body?: object | string
  address?: string
  site?: string
}

function ask(name: string, { token, body, address = '203.0.113.1', site }: Sent = {}): Promise<Response> {
  return fetch(`${app.url}/functions/v1/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(site && { 'sec-fetch-site': site }),
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const list = async () => (await (await ask('read-backups', { token: administrator })).json()) as Backups

async function backUp(): Promise<string> {
  const response = await ask('start-backup', { token: administrator, body: {} })
  expect(response.status).toBe(200)
  const { id } = (await response.json()) as { id: string }
  await untilJobsAreDone(app.database.sql)
  return id
}

async function openDownload(id: string, password: string, address?: string) {
  const response = await ask('open-backup-download', {
    token: administrator,
    body: { id, password },
    ...(address && { address }),
  })
  const answer = (await response.json()) as { token?: string; error?: string; code?: string }
  return { status: response.status, wait: response.headers.get('retry-after'), ...answer }
}

const download = (token: string) => ask('download-backup', { body: `token=${token}` })
const REFUSED = '/admin/backups?download=refused'

const acts = async () =>
  await app.database.sql<{ actor_name: string; did: string }[]>`
    select actor_name, did from public.audit_log where action like '%backup%' order by id`

test('only administrators read, start, schedule and download backups', async () => {
  const id = randomUUID()
  const calls: [string, object?][] = [
    ['read-backups'],
    ['start-backup', {}],
    ['save-backup-schedule', { daily_at: '03:30' }],
    ['open-backup-download', { id, password: ADMIN.password }],
  ]
  for (const [name, body] of calls) {
    const sent = body && { body }
    expect((await ask(name, { ...sent })).status, `${name}, a stranger`).toBe(401)
    expect((await ask(name, { ...sent, token: editor })).status, `${name}, an editor`).toBe(403)
  }
  expect(await app.database.sql`select from private.backups`).toEqual([])
  expect(await acts()).toEqual([])
})

test('a backup that was asked for is in the list, with who asked', async () => {
  await backUp()
  const { kept, current, place, is_folder, encrypts } = await list()
  expect({ current, place, is_folder, encrypts }).toEqual({
    ...{ current: null, place: folder, is_folder: true, encrypts: false },
  })
  expect(kept).toMatchObject([
    { requested_by: ADMIN.email, is_scheduled: false, encrypted: false, is_here: true, place: folder },
  ])
  expect(kept[0]?.verified_at).not.toBeNull()
  expect(await acts()).toEqual([{ actor_name: ADMIN.email, did: 'asked for a backup' }])
})

test('a second one at once is refused, also while a command makes one', async () => {
  const { sql, address } = app.database
  await sql`insert into private.backups (status) values ('running')`
  const refusals = await Promise.all(
    [1, 2].map(() => ask('start-backup', { token: administrator, body: {} })),
  )
  expect(refusals.map(({ status }) => status)).toEqual([409, 409])
  expect(await refusals[0]?.json()).toEqual({
    error: 'A backup is under way already. Wait until it has ended.',
  })
  expect((await list()).current).toMatchObject({ status: 'running' })
  await sql`delete from private.backups where status = 'running'`
  await onBackupClient(address, async () => {
    expect((await ask('start-backup', { token: administrator, body: {} })).status).toBe(409)
  })
  const both = await Promise.all([1, 2, 3].map(() => ask('start-backup', { token: administrator, body: {} })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await untilJobsAreDone(sql)
})

test('the time of the daily backup is checked, noted, and counts from then on', async () => {
  const save = (daily_at: unknown) =>
    ask('save-backup-schedule', { token: administrator, body: { daily_at } })
  for (const wrong of ['24:00', '3:30', '03:30:00', 3, undefined])
    expect((await save(wrong)).status).toBe(400)
  expect(await list()).toMatchObject({ decided: false, daily_at: null, next_at: null })
  expect((await save('03:30')).status).toBe(200)
  const first = await list()
  expect(first).toMatchObject({ decided: true, daily_at: '03:30', zone: 'Europe/Zurich' })
  expect(Date.parse(first.next_at ?? '')).toBeGreaterThan(Date.now())
  expect((await save('03:30')).status).toBe(200)
  expect((await save(null)).status).toBe(200)
  expect(await list()).toMatchObject({ decided: true, daily_at: null, next_at: null })
  expect((await acts()).map(({ did }) => did).slice(-2)).toEqual([
    'set the daily backup to 03:30',
    'decided that no daily backups are made',
  ])
})

test('the desk says what failed or is missing', async () => {
  const { sql } = app.database
  const waiting = async () => {
    const response = await ask('read-desk', { token: administrator })
    return ((await response.json()) as { waiting: { backup: object | null; setUp: string[] } }).waiting
  }
  await sql`delete from private.backup_schedule`
  expect((await waiting()).setUp).toContain('backups')
  await sql`insert into private.backup_schedule (daily_at) values (null)`
  expect(await waiting()).toMatchObject({ backup: null, setUp: expect.not.arrayContaining(['backups']) })
  await sql`insert into private.backup_troubles (kind, reason) values ('failed', 'The disk is full.')`
  expect((await waiting()).backup).toMatchObject({ kind: 'failed' })
  expect((await list()).trouble).toMatchObject({ kind: 'failed', reason: 'The disk is full.' })
  // A missing backup is noticed even if nothing works on jobs that could have noticed.
  await sql`delete from private.backup_troubles`
  await sql`update private.backups set made_at = made_at - interval '9 days'`
  const time = new Date(Date.now() - 3 * 3_600_000).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Zurich',
    timeStyle: 'short',
  })
  await sql`update private.backup_schedule set daily_at = ${time}, since = now() - interval '9 days'`
  expect((await waiting()).backup).toMatchObject({ kind: 'missing' })
  await sql`delete from private.backup_schedule`
})

describe('a download', () => {
  let id: string
  beforeEach(async () => {
    id = await backUp()
  })

  test('needs the password once more, begins once, and is noted', async () => {
    const opened = await openDownload(id, ADMIN.password)
    expect(opened).toMatchObject({ status: 200 })
    const response = await download(opened.token ?? '')
    expect(response.status).toBe(200)
    const [{ file }] = await app.database.sql<
      [{ file: string }]
    >`select file from private.backups where id = ${id}`
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const content = Buffer.from(await response.arrayBuffer())
    expect(content.equals(await readFile(join(folder, file)))).toBe(true)
    expect((await readBackup(join(folder, file), undefined)).manifest.siteUrl).toBe(app.url)
    expect((await acts()).at(-1)).toEqual({ actor_name: ADMIN.email, did: `downloaded the backup “${file}”` })
    const again = await download(opened.token ?? '')
    expect([again.status, again.headers.get('location')]).toEqual([303, REFUSED])
  })

  test('of two at once with one token only one begins', async () => {
    const { token = '' } = await openDownload(id, ADMIN.password)
    const responses = await Promise.all([1, 2, 3].map(() => download(token)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 303, 303])
    await Promise.all(responses.map((response) => response.arrayBuffer()))
  })

  test('is refused with another token, a late one, from another site, and for who is no administrator any more', async () => {
    const { sql } = app.database
    const refuses = async (token: string, why: string) => {
      const response = await download(token)
      expect([response.status, response.headers.get('location')], why).toEqual([303, REFUSED])
    }
    await refuses('', 'none')
    await refuses('x'.repeat(43), 'an invented one')
    const open = async () => (await openDownload(id, ADMIN.password)).token ?? ''
    const late = await open()
    await sql`update private.backup_downloads set expires_at = now()`
    await refuses(late, 'a late one')
    const fromElsewhere = await ask('download-backup', { body: `token=${await open()}`, site: 'cross-site' })
    expect(fromElsewhere.status).toBe(403)
    const banned = await open()
    await sql`update auth.users set banned_until = now() + interval '1 hour' where email = ${ADMIN.email}`
    await refuses(banned, 'of a banned account')
    await sql`update auth.users set banned_until = null`
  })

  test('counts wrong passwords as those of sign-ins, per account and address', async () => {
    const address = freshAddress()
    await app.database.sql`delete from private.backup_downloads`
    for (let n = 0; n < 10; n++)
      expect(await openDownload(id, 'a wrong password', address)).toMatchObject({
        status: 400,
        code: 'wrong_password',
      })
    const refused = await openDownload(id, ADMIN.password, address)
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.wait)).toBeGreaterThan(0)
    const signIn = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        apikey: TEST_SECRETS.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify(ADMIN),
    })
    expect(signIn.status).toBe(429)
    expect(await openDownload(id, ADMIN.password, freshAddress())).toMatchObject({ status: 200 })
    expect(await app.database.sql`select from private.backup_downloads`).toHaveLength(1)
  })

  test('of what is not where backups are kept now is refused', async () => {
    const { sql } = app.database
    expect(await openDownload(randomUUID(), ADMIN.password)).toMatchObject({ status: 404, code: 'not_here' })
    await sql`update private.backups set place_id = 'elsewhere' where id = ${id}`
    expect(await openDownload(id, ADMIN.password)).toMatchObject({ status: 404, code: 'not_here' })
    expect((await list()).kept.find((backup) => backup.id === id)).toMatchObject({ is_here: false })
  })
})
