import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { jsonLine } from '#server/platform/log-line.ts'
import { newAccessToken } from '#server/supabase/auth/access-token.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { createAdministrator } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const lines: string[] = []
let app: TestApp
/** Another process on the same database. */
let beside: TestApp

beforeAll(async () => {
  const log = createLog('debug', {
    format(event) {
      lines.push(jsonLine(event))
      return ''
    },
  })
  app = await startTestApp({ log })
  beside = await startTestApp({ beside: app })
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const PLACES = ['/rest/v1/articles?select=id', '/functions/v1/export-subscribers', '/storage/v1/bucket']
const send = (path: string, token: string, init: RequestInit = {}, { url }: { url: string } = app) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
const sentenceOf = async (response: Response) => {
  const { message, error, msg } = await response.json()
  return [response.status, message ?? error ?? msg]
}
const refusedAt = (path: string) => (path.startsWith('/storage') ? 400 : 401)

describe('what is no token of ours is refused with one sentence', () => {
  const good = newAccessToken()
  const last = good.endsWith('0') ? '1' : '0'
  test.each([
    ['unknown', good],
    ['with a forged checksum', good.slice(0, -1) + last],
    ['with another case', good.toLowerCase()],
    ['cut', good.slice(0, -1)],
    ['longer', `${good}0`],
    ['as long as a header can be', `aiw_${'0'.repeat(12_000)}`],
    ['with what PostgreSQL cannot store', 'aiw_\x80'],
  ])('%s', async (_, token) => {
    for (const path of PLACES) {
      expect(await sentenceOf(await send(path, token))).toEqual([
        refusedAt(path),
        expect.stringMatching(/^This access token is not known/),
      ])
    }
  })

  test('and one that is longer than headers may be is not read', async () => {
    expect((await send(PLACES[0] as string, `aiw_${'0'.repeat(20_000)}`)).status).toBe(431)
  })
})

test('a token is enough by itself, beside the publishable key, and as the key of the official client; and no other key adds to it', async () => {
  const token = await insertAccessToken(app.database.sql, { scopes: ['read'] })
  for (const apikey of [undefined, TEST_SECRETS.publishableKey, token, TEST_SECRETS.secretKey]) {
    const headers = apikey === undefined ? undefined : { apikey }
    const init = headers ? { headers } : {}
    expect((await send('/rest/v1/articles?select=id', token, init)).status).toBe(200)
    expect((await send('/rest/v1/settings?select=key', token, init)).status).toBe(403)
    expect((await send('/functions/v1/export-subscribers', token, init)).status).toBe(403)
    expect((await send('/storage/v1/bucket', token, init)).status).toBe(200)
  }
  const mixed = await send('/rest/v1/articles', TEST_SECRETS.publishableKey, { headers: { apikey: token } })
  expect(await sentenceOf(mixed)).toEqual([401, expect.stringContaining('Authorization has something else')])
})

test('tokens sign nobody in, and hear nothing live', async () => {
  const token = await insertAccessToken(app.database.sql, { scopes: ['publish', 'subscribers', 'translate'] })
  const only =
    'Access tokens work at /rest/v1, /functions/v1 and /storage/v1 only. To sign in, use the publishable key.'
  for (const path of ['/user', '/settings', '/factors', '/token?grant_type=password', '/logout', '/health']) {
    expect(
      await sentenceOf(await send(`/auth/v1${path}`, token, { method: path === '/user' ? 'GET' : 'POST' })),
      path,
    ).toEqual([403, only])
  }
  expect(await sentenceOf(await send('/realtime/v1/api/broadcast', token, { method: 'POST' }))).toEqual([
    403,
    only,
  ])
  const { socket, ended } = await connectTo(app.url)
  socket.write(
    `GET /realtime/v1/websocket?apikey=${token}&vsn=1.0.0 HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`,
  )
  expect(await ended).toMatch(/^HTTP\/1\.1 403 .*Access tokens work at/s)
})

test('a token in an address is refused with a sentence, and no log has it', async () => {
  const token = await insertAccessToken(app.database.sql, { scopes: ['read'] })
  for (const path of [
    `/rest/v1/articles?apikey=${token}`,
    `/rest/v1/articles?title=eq.${token}`,
    `/rest/v1/${token}`,
    `/functions/v1/rss-feed?access_token=${token}`,
    `/functions/v1/rss-feed?access_token=${token.replace('_', '%5F')}`,
    `/storage/v1/object/public/article-images/a.png?token=${token}`,
    `/auth/v1/settings?apikey=${token}`,
  ]) {
    const answer = await fetch(app.url + path)
    expect(await sentenceOf(answer), path).toEqual([
      400,
      expect.stringContaining('There is an access token in the address.'),
    ])
  }
  await send(`/rest/v1/unknown`, token)
  await send('/rest/v1/articles', token, { method: 'POST', body: `{"${token}":1}` })
  await send('/functions/v1/copy-picture', token, { method: 'POST', body: JSON.stringify({ url: token }) })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes(token) || line.includes(token.slice(0, 12)))).toEqual([])
})

describe('a token ends', () => {
  test('when it is revoked, in all processes at once', async () => {
    const token = await insertAccessToken(app.database.sql, { scopes: ['read'], name: 'Leaked' })
    for (const process of [app, beside]) {
      expect((await send('/rest/v1/articles', token, {}, process)).status).toBe(200)
    }
    const administrator = await app.administrator()
    await administrator.from('access_tokens').delete().eq('name', 'Leaked').throwOnError()
    for (const process of [beside, app]) {
      for (const path of PLACES)
        expect((await send(path, token, {}, process)).status, path).toBe(refusedAt(path))
    }
  })

  test('with the role of who made it, for good', async () => {
    const { sql } = app.database
    const email = 'paula@example.org'
    await createAdministrator(sql, email, 'rook lantern seventy plum')
    const token = await insertAccessToken(sql, { scopes: ['read'], email })
    expect((await send('/rest/v1/articles', token)).status).toBe(200)
    const [paula] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${paula.id}`
    expect((await send('/rest/v1/articles', token)).status).toBe(401)
    await sql`update auth.users set banned_until = null where id = ${paula.id}`
    expect((await send('/rest/v1/articles', token)).status).toBe(200)
    await sql`delete from public.user_roles where user_id = ${paula.id}`
    await sql`insert into public.user_roles (user_id, role) values (${paula.id}, 'admin')`
    expect((await send('/rest/v1/articles', token)).status).toBe(401)
  })

  test.each([
    ['expires', 200, /expired/],
    ['is revoked', 400, /not known/],
  ])(
    'while a file is being sent: one that %s answers that with %i, and is refused then',
    async (how, status, sentence) => {
      const { sql } = app.database
      const name = `A script that ${how}`
      const token = await insertAccessToken(sql, { scopes: ['drafts'], name })
      const png = await paintImage('png')
      const { socket, receives } = await connectTo(app.url)
      onTestFinished(() => socket.destroy() && undefined)
      const path = `/storage/v1/object/article-images/articles/${how.replace(' ', '-')}.png`
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: image/png\r\ncontent-length: ${png.length}\r\n\r\n`,
      )
      socket.write(png.subarray(0, 20))
      // The first step of an upload asks whether it is allowed.
      await expect
        .poll(
          async () =>
            (await sql`select from public.access_tokens where name = ${name} and last_used_at is not null`)
              .length,
        )
        .toBe(1)
      await expect.poll(() => isReceiving()).toBe(true)
      if (how === 'expires')
        await sql`update public.access_tokens set created_at = now() - interval '2 days', ends_at = now() where name = ${name}`
      else await sql`delete from public.access_tokens where name = ${name}`
      socket.write(png.subarray(20))
      await receives(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(await sentenceOf(await send('/storage/v1/bucket', token))).toEqual([
        400,
        expect.stringMatching(sentence),
      ])
    },
  )
})

/** Returns true once a file has begun to arrive. */
async function isReceiving(): Promise<boolean> {
  return (await readdir(`${app.storageDir}/incoming`)).length > 0
}

test('each token is limited for itself, in all processes', async () => {
  const { sql } = app.database
  await sql`delete from private.rate_limits`
  const [busy, other] = [
    await insertAccessToken(sql, { scopes: ['read'] }),
    await insertAccessToken(sql, { scopes: ['read'] }),
  ]
  expect((await send('/rest/v1/articles', busy)).status).toBe(200)
  await sql`update private.rate_limits set points = 1500 where key like 'token:%'`
  for (const process of [app, beside]) {
    for (const path of PLACES) {
      const { status, headers } = await send(path, busy, {}, process)
      expect([status, Number(headers.get('retry-after')) > 0], path).toEqual([429, true])
    }
  }
  expect((await send('/rest/v1/articles', other)).status).toBe(200)
  expect((await (await app.administrator()).from('articles').select('id')).error).toBeNull()
})

test('the last use is written at most once a minute', async () => {
  const { sql } = app.database
  const token = await insertAccessToken(sql, { scopes: ['read'], name: 'Busy' })
  const lastUse = async () =>
    (
      await sql<
        { at: string | null }[]
      >`select last_used_at::text as at from public.access_tokens where name = 'Busy'`
    )[0]?.at
  expect(await lastUse()).toBeNull()
  await clientWith(app, token).from('articles').select('id').throwOnError()
  const first = await lastUse()
  expect(first).not.toBeNull()
  await Promise.all([app, beside].map((process) => send('/rest/v1/articles', token, {}, process)))
  expect(await lastUse()).toBe(first)
  await sql`update public.access_tokens set last_used_at = now() - interval '61 seconds' where name = 'Busy'`
  await send('/rest/v1/articles', token)
  const [{ isNew }] = await sql<[{ isNew: boolean }]>`
    select last_used_at > now() - interval '30 seconds' as "isNew" from public.access_tokens where name = 'Busy'`
  expect(isNew).toBe(true)
})
