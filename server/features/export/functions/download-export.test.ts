import { buffer } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { onBackupClient } from '#server/features/backup/open-client.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let administrator: string

beforeAll(async () => {
  app = await startTestApp()
  const client = createClient(app.url, TEST_SECRETS.publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signInWithPassword(ADMIN)
  administrator = data.session?.access_token ?? ''
  await app.database.sql`
    insert into public.newsletter_subscribers (email, confirmed, confirmed_at) values ('ada@example.org', true, now())`
})
afterAll(() => app.stop())
beforeEach(() => app.database.sql`delete from private.rate_limits`)

function ask(name: string, { body, token }: { body: object | string; token?: string }): Promise<Response> {
  const isForm = typeof body === 'string'
  return fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: isForm ? body : JSON.stringify(body),
  })
}

const open = async (subscribers: boolean, password: string = ADMIN.password) => {
  const response = await ask('open-export-download', {
    token: administrator,
    body: { password, subscribers },
  })
  return { status: response.status, ...((await response.json()) as { token?: string; code?: string }) }
}
const download = (token = '') => ask('download-export', { body: `token=${token}` })

async function namesIn(response: Response): Promise<string[]> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true })
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    await buffer(await zip.openReadStreamPromise(entry))
    names.push(entry.fileName)
  }
  return names
}

test('an export needs the password once more, begins once, and is noted', async () => {
  expect(await open(false, 'a wrong password')).toMatchObject({ status: 400, code: 'wrong_password' })
  expect(
    (await ask('open-export-download', { body: { password: ADMIN.password, subscribers: false } })).status,
  ).toBe(401)
  const { token } = await open(false)
  const response = await download(token)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="publication.zip"',
    'cache-control': 'no-store',
  })
  const names = await namesIn(response)
  expect(names).toContain('ai-watch-export.json')
  expect(names).toContain('site/site.json')
  expect(names).not.toContain('subscribers.csv')
  expect((await download(token)).headers.get('location')).toBe('/admin/import?download=refused')
  expect(await namesIn(await download((await open(true)).token))).toContain('subscribers.csv')
  const acts = await app.database.sql`
    select actor_name, did from public.audit_log where action = 'download_export' order by id`
  expect(acts).toEqual([
    { actor_name: ADMIN.email, did: 'downloaded the publication' },
    { actor_name: ADMIN.email, did: 'downloaded the publication with its subscribers' },
  ])
})

test('the ticket of an export opens no backup, and none begins while a backup is under way', async () => {
  const { token = '' } = await open(false)
  expect((await ask('download-backup', { body: `token=${token}` })).status).toBe(303)
  await onBackupClient(app.database.address, async () => {
    expect(await open(false)).toMatchObject({ status: 409 })
    expect((await download(token)).headers.get('location')).toBe('/admin/import?download=refused')
  })
})

test('a client that goes away ends its export, and the next one begins', async () => {
  const { token } = await open(false)
  const response = await download(token)
  await response.body?.cancel()
  await expect.poll(async () => (await open(false)).status).toBe(200)
})
