import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAdministrator } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { freshAddress, requestAuth } from '../support/auth.ts'
import { untilJobsAreDone } from '../support/jobs.ts'
import { mailedToken, mailsTo } from '../support/links.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, 'correct horse battery')
  return email
}
const request = (path: string, options: Parameters<typeof requestAuth>[2] = {}) =>
  requestAuth(app, path, options)
const recover = (email: unknown, more: object = {}) => request('/recover', { body: { email, ...more } })
const verify = (token_hash: string, type = 'recovery') => request('/verify', { body: { type, token_hash } })

async function tokenFor(email: string): Promise<string> {
  await recover(email)
  return mailedToken(app.database.sql, email)
}

/** Moves the limit on mails three hours forward. */
const letHoursPass = () => app.database.sql`delete from private.rate_limits where key like 'recovery-mail:%'`

describe('a request for a link', () => {
  test.each(['/recover', '/otp'])('at %s reveals nothing about an address', async (path) => {
    const { sql } = app.database
    const [known, banned, reader] = [await newUser(), await newUser(), await newUser()]
    await sql`update auth.users set banned_until = now() + interval '1 hour' where email = ${banned}`
    await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${reader})`
    const responses = []
    for (const email of [known, banned, reader, `${crypto.randomUUID()}@example.org`]) {
      for (const more of [{}, { data: {}, create_user: false }, { data: {}, create_user: true }, {}]) {
        const body = { email, ...(path === '/otp' && more) }
        const { status, headers, body: said } = await request(path, { body })
        const told = [...headers].filter(([name]) => !['date', 'retry-after', 'x-request-id'].includes(name))
        responses.push({ status, said, told })
      }
    }
    const perAddress = [
      responses.slice(0, 4),
      responses.slice(4, 8),
      responses.slice(8, 12),
      responses.slice(12),
    ]
    for (const others of perAddress) expect(others).toEqual(perAddress[0])
    expect(perAddress[0]?.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(await mailsTo(sql, known)).toHaveLength(3)
    for (const email of [banned, reader]) expect(await mailsTo(sql, email)).toEqual([])
  })

  test('queues the same job for every address, without a secret', async () => {
    const { sql } = app.database
    const [known, unknown] = [await newUser(), `${crypto.randomUUID()}@example.org`]
    await recover(known)
    await recover(unknown)
    const token = await mailedToken(sql, known)
    const jobs = await sql<{ data: object; everything: string }[]>`
      select data, j::text as everything from pgboss.job j where name = 'send-recovery-mail' order by created_on desc limit 2`
    expect(jobs.map(({ data }) => data)).toEqual([{ email: unknown }, { email: known }])
    for (const { everything } of jobs) expect(everything).not.toContain(token)
    const deliveries = await sql<{ everything: string }[]>`
      select d::text as everything from public.mail_deliveries d where recipient = ${known}`
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0]?.everything).not.toContain(token)
  })

  test('from a thousand addresses cannot flood a mailbox: three mails in three hours', async () => {
    const email = await newUser()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      if (n === 3) await letHoursPass()
      const path = n % 2 === 0 ? '/recover' : '/otp'
      statuses.push(
        (await request(path, { body: { email: n % 2 === 0 ? email : email.toUpperCase() } })).status,
      )
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429])
    expect((await mailsTo(app.database.sql, email)).length).toBe(6)
  })

  test('is limited per network address', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const body = { email: `${crypto.randomUUID()}@example.org` }
      statuses.push((await request('/recover', { address, body })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['nothing in it', ''],
    ['null', null],
    ['a list', ['nora@example.org']],
    ['an object', { $ne: null }],
    ['no address', 'nora'],
    ['two addresses', 'nora@example.org,eve@example.net'],
    ['a header of its own', 'nora@example.org\r\nBcc: eve@example.net'],
    ['a line break before it', '\nnora@example.org'],
    ['a name', 'Nora <nora@example.org>'],
    ['NUL', 'nora\0@example.org'],
    ['letters that only look like others', 'nor\u0430@example.org'],
    ['half a pair', '\ud83d@example.org'],
    ['a pattern', '%@example.org'.repeat(30)],
  ])('with %s for an address is refused, and nothing is queued', async (_what, email) => {
    const { sql } = app.database
    const count = async () => (await sql`select count(*) from pgboss.job where name like 'send-%'`)[0]
    const before = await count()
    for (const path of ['/recover', '/otp']) {
      const { status, body } = await request(path, { body: { email } })
      expect([status, body.error_code]).toEqual([400, 'validation_failed'])
    }
    expect(await count()).toEqual(before)
  })

  test('with a code challenge is refused', async () => {
    const more = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    const { status, body } = await recover('nora@example.org', more)
    expect([status, body.error_code]).toEqual([400, 'validation_failed'])
  })

  test.each<[string, object]>([
    ['somewhere to be led to', { redirect_to: 'https://elsewhere.example' }],
    ['a prototype', JSON.parse('{"__proto__":{"admin":true}}')],
    ['data for a new user', { data: { role: 'admin' } }],
  ])('queues the same with %s in the body', async (_what, more) => {
    const { sql } = app.database
    const email = await newUser()
    for (const path of ['/recover', '/otp']) {
      expect(await request(path, { body: { email, ...more } })).toMatchObject({ status: 200, body: {} })
    }
    const queued =
      await sql`select distinct data from pgboss.job where name like 'send-%' and data->>'email' = ${email}`
    expect(queued).toEqual([{ data: { email } }])
  })

  test('without an API key of this site is refused', async () => {
    for (const path of ['/recover', '/otp', '/verify']) {
      const response = await request(path, { body: { email: 'nora@example.org' }, headers: { apikey: '' } })
      expect([response.status, response.body.error_code]).toEqual([401, 'no_authorization'])
    }
  })

  test('with another Host header gets a link to the configured address', async () => {
    const email = await newUser()
    const { port } = new URL(app.url)
    const body = JSON.stringify({ email })
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/auth/v1/recover?redirect_to=https%3A%2F%2Feve.example',
          method: 'POST',
          headers: {
            host: 'eve.example',
            'x-forwarded-host': 'eve.example',
            'x-forwarded-proto': 'https',
            'x-forwarded-for': freshAddress(),
            forwarded: 'host=eve.example',
            origin: 'https://eve.example',
            referer: 'https://eve.example/',
            apikey: TEST_SECRETS.publishableKey,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => resolve(response.resume().statusCode),
      )
      sent.on('error', reject).end(body)
    })
    expect(status).toBe(200)
    const [mail] = await mailsTo(app.database.sql, email)
    expect(mail?.text).toContain(`${app.url}/admin/recovery?token_hash=`)
    expect(mail?.text).not.toContain('eve.example')
  })
})

describe('a mailed link', () => {
  test('is not used up by a GET or HEAD of a scanner, or by a prefetching browser', async () => {
    const email = await newUser()
    const token = await tokenFor(email)
    const pages = ['/admin/recovery', '/admin/sign-in-link', '/admin/invitation'].map(
      (path) => `${path}?token_hash=${token}`,
    )
    const direct = ['token', 'token_hash'].map((name) => `/auth/v1/verify?type=recovery&${name}=${token}`)
    for (const path of [...pages, ...direct]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const headers = {
          apikey: TEST_SECRETS.publishableKey,
          purpose: 'prefetch',
          'x-forwarded-for': freshAddress(),
        }
        const response = await fetch(app.url + path, { method, headers, redirect: 'manual' })
        expect(response.headers.has('set-cookie')).toBe(false)
        if (path.startsWith('/auth')) expect(response.status).toBe(405)
        else expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      }
    }
    expect((await verify(token)).body.user.email).toBe(email)
  })

  test.each<[string, object]>([
    ['without a type', { type: undefined }],
    ['of an unknown type', { type: 'password' }],
    ['of a type every object has', { type: '__proto__' }],
    ['with an address', { email: 'nora@example.org' }],
    ['with a code as well', { token: '123456' }],
    ['as a list', { token_hash: ['x'] }],
    ['with NUL', { token_hash: 'x\0' }],
    ['that is very long', { token_hash: 'x'.repeat(600) }],
  ])('%s is refused and not used up', async (_what, more) => {
    const email = await newUser()
    const token = await tokenFor(email)
    const response = await request('/verify', { body: { type: 'recovery', token_hash: token, ...more } })
    expect([response.status, response.body.error_code]).toEqual([400, 'validation_failed'])
    expect((await verify(token)).status).toBe(200)
  })

  test('can be guessed at thirty times from one address, then 429', async () => {
    const address = freshAddress()
    const guess = () => request('/verify', { address, body: { type: 'recovery', token_hash: 'x' } })
    for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(403)
    expect((await guess()).body.error_code).toBe('over_request_rate_limit')
  })

  test('signs in the user of its token, whatever session is sent along', async () => {
    const [nora, mara] = [await newUser(), await newUser()]
    const own = await request('/token?grant_type=password', {
      body: { email: mara, password: 'correct horse battery' },
    })
    const token_hash = await tokenFor(nora)
    const response = await request('/verify', {
      body: { type: 'recovery', token_hash },
      token: own.body.access_token,
    })
    expect(response.body.user.email).toBe(nora)
    expect((await request('/user', { token: own.body.access_token })).body.email).toBe(mara)
  })
})

describe('during an outage', () => {
  test('of the database every request gets 503, and no link is used up', async () => {
    const email = await newUser()
    const token = await tokenFor(email)
    await app.database.cut()
    onTestFinished(() => app.database.restore())
    for (const response of [await recover(email), await verify(token)]) {
      expect([response.status, response.body.error_code]).toEqual([503, 'request_timeout'])
      expect(response.headers.get('retry-after')).toBe('1')
    }
    await app.database.restore()
    expect((await verify(token)).status).toBe(200)
  })

  test('because the queue is full the response is the same for every address, and does not count', async () => {
    const { sql } = app.database
    await untilJobsAreDone(sql)
    const email = await newUser()
    await sql`
      insert into pgboss.job (name, data, start_after)
      select 'send-recovery-mail', '{}', now() + interval '1 hour' from generate_series(1, 2000)`
    for (let n = 0; n < 5; n++) {
      for (const address of [email, 'nobody@example.org']) {
        const { status, headers } = await recover(address)
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      }
    }
    await sql`delete from pgboss.job where name = 'send-recovery-mail' and start_after > now()`
    expect((await recover(email)).status).toBe(200)
    expect(await mailsTo(sql, email)).toHaveLength(1)
  })
})
