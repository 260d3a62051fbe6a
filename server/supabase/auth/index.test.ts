import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { hasFault } from '#server/platform/faults/faults.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import { createLog } from '#server/platform/log.ts'
import { createAuth, UNSUPPORTED_ROUTES } from '#server/supabase/auth/index.ts'
import { createWorkQueue, PASSWORD_WORK } from '#server/supabase/auth/passwords/work-queue.ts'
import { createSignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { freshAddress, requestAuth } from '../../../tests/support/auth.ts'
import { TEST_SECRETS, testHash } from '../../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

const request = (path: string, options: Parameters<typeof requestAuth>[2] = {}) =>
  requestAuth(app, path, options)
const VERSION = { 'x-supabase-api-version': '2024-01-01' }

describe('the public endpoints', () => {
  test('are health, settings, and an empty list of signing keys', async () => {
    expect((await request('/health', { headers: { apikey: '' } })).body).toMatchObject({ name: 'GoTrue' })
    const keys = await request('/.well-known/jwks.json', { headers: { apikey: '' } })
    expect(keys.body).toEqual({ keys: [] })
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600')
    const settings = await request('/settings')
    expect(settings.body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: true,
    })
    expect(settings.headers.get('cache-control')).toBe('no-store')
  })

  test('settings need an API key of this site', async () => {
    for (const path of ['/settings', '/verify', '/token?grant_type=password', '/signup']) {
      const method = path === '/settings' ? 'GET' : 'POST'
      for (const apikey of ['', 'sb_publishable_somebody_elses', '__proto__']) {
        const { status, body } = await request(path, { method, headers: { apikey } })
        expect([status, body.error_code]).toEqual([401, 'no_authorization'])
      }
    }
  })

  test('cannot be read by pages of another origin', async () => {
    const { headers } = await request('/settings', { headers: { origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a closed route', () => {
  const routes = UNSUPPORTED_ROUTES.flatMap(({ path, methods, error }) =>
    methods.map((method) => [method, path.replace(':id', 'x').replace('*', 'x'), error] as const),
  )
  test.each(routes)(
    '%s %s refuses every request with GoTrue’s error',
    async (method, path, { status, code, message }) => {
      const token = (await request('/token?grant_type=password', { body: ADMIN })).body.access_token
      const bodies =
        method === 'GET' ? [undefined] : ['', '{}', '[', { email: ADMIN.email }, { email: 'x@y.z' }]
      for (const body of bodies) {
        for (const more of [{}, { token }]) {
          const response = await request(path, { method, ...more, ...(body !== undefined && { body }) })
          expect([response.status, response.body]).toEqual([
            status,
            { code: status, error_code: code, msg: message },
          ])
          expect(response.status).toBeLessThan(500)
        }
      }
    },
  )

  test('never creates a user', async () => {
    expect(await app.database.sql`select email from auth.users`).toEqual([{ email: ADMIN.email }])
  })
})

describe('a route', () => {
  test.each([
    '',
    '/',
    '/x',
    '/token/x',
    '/token/',
    '//token',
    '/user/x',
    '/Token',
    '/__proto__',
    '/constructor',
  ])('that does not exist, %s, gets 404', async (path) => {
    const { status, body } = await request(path, { method: 'POST', body: {} })
    expect([status, body.error_code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['GET', '/token', 'POST'],
    ['DELETE', '/token', 'POST'],
    ['GET', '/logout', 'POST'],
    ['POST', '/user', 'GET, PUT'],
    ['OPTIONS', '/user', 'GET, PUT'],
    ['POST', '/settings', 'GET'],
    ['GET', '/signup', 'POST'],
    ['PUT', '/factors/x', 'DELETE'],
    ['PATCH', '/verify', 'POST'],
    ['GET', '/verify', 'POST'],
    ['GET', '/recover', 'POST'],
    ['GET', '/otp', 'POST'],
  ])('refuses the method in %s %s', async (method, path, allow) => {
    const { status, headers, body } = await request(path, { method })
    expect([status, body.error_code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow])
  })

  test('responds with 429 after a hundred and twenty requests from one address', async () => {
    const address = freshAddress()
    const ask = () => request('/settings', { address })
    for (let n = 0; n < 120; n++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await request('/user', { address })).status).toBe(429)
    expect((await request('/token?grant_type=password', { address, body: ADMIN })).status).toBe(200)
  })
})

describe('a grant', () => {
  test.each([
    ['', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=client_credentials', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=__proto__', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=constructor', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=id_token', 400, 'provider_disabled', 'Provider is not enabled'],
    ['?grant_type=pkce', 404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
    ['?grant_type=web3', 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ])('%s is refused with GoTrue’s error', async (query, status, code, message) => {
    const response = await request(`/token${query}`, { body: ADMIN })
    expect([response.status, response.body]).toEqual([
      status,
      { code: status, error_code: code, msg: message },
    ])
  })
})

describe('a body', () => {
  const password = (body: unknown, headers: Record<string, string> = {}) =>
    request('/token?grant_type=password', { body, headers })

  test.each<[string, unknown]>([
    ['as the official client sends it', { ...ADMIN, gotrue_meta_security: {} }],
    ['with no captcha', { ...ADMIN, gotrue_meta_security: { captcha_token: null } }],
  ])('%s is accepted', async (_what, body) => {
    expect((await password(body)).status).toBe(200)
  })

  test.each<[string, unknown]>([
    ['empty', ''],
    ['no JSON', '{'],
    ['a form', 'email=nora%40example.org&password=x'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['deep and open', '['.repeat(16_000)],
  ])('that is %s is refused as bad JSON', async (_what, body) => {
    const response = await password(body)
    expect([response.status, response.body.error_code]).toEqual([400, 'bad_json'])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of type %j is no JSON',
    async (type) => {
      const response = await password(ADMIN, { 'content-type': type })
      expect([response.status, response.body.error_code]).toEqual([400, 'bad_json'])
    },
  )

  const { email } = ADMIN
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', '"x"'],
    ['deep', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['an object with nothing', {}],
    ['one without a password', { email }],
    ['one with no address', { password: 'x' }],
    ['one with an empty address', { email: '', password: 'x' }],
    ['one with an address and a number to call', { email, phone: '1', password: 'x' }],
    ['one with a list as a password', { email, password: ['x'] }],
    ['one with an object as an address', { email: { $ne: null }, password: 'x' }],
    ['one with a number as a password', { email, password: 12345678 }],
    ['one with an address that has NUL', { email: 'nora\0@example.org', password: 'x' }],
    ['one with an address that has half a pair', '{"email":"\\ud83d@example.org","password":"x"}'],
    ['one with an address of 256 characters', { email: `${'a'.repeat(244)}@example.org`, password: 'x' }],
  ])('that is %s is refused', async (_what, body) => {
    const response = await password(body)
    expect([response.status, response.body.error_code]).toEqual([400, 'validation_failed'])
    expect(response.body.msg.length).toBeLessThanOrEqual(200)
  })

  test.each([
    '"remember":true',
    '"__proto__":{"admin":true}',
    '"constructor":{"prototype":{"x":1}}',
    '"gotrue_meta_security":{"__proto__":{"x":1}}',
  ])('with %s as well signs in, and nothing of it is read', async (more) => {
    const { status, body } = await password(
      `{"email":"${ADMIN.email}","password":"${ADMIN.password}",${more}}`,
    )
    expect([status, body.user.email, body.user.role]).toEqual([200, ADMIN.email, 'authenticated'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a number', { refresh_token: 1 }],
    ['null', { refresh_token: null }],
    ['NUL', { refresh_token: 'a\0' }],
    ['more than a token can have', { refresh_token: 'a'.repeat(513) }],
  ])('with %s for a refresh token is refused', async (_what, body) => {
    const response = await request('/token?grant_type=refresh_token', { body })
    expect([response.status, response.body.error_code]).toEqual([400, 'validation_failed'])
  })

  test('over sixteen kilobytes is refused, with and without Content-Length', async () => {
    const large = JSON.stringify({ email, password: 'x'.repeat(16 * 1024) })
    const said = await password(large)
    expect([said.status, said.body.error_code]).toEqual([413, 'request_entity_too_large'])
    const response = await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  test('cannot pollute Object.prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('an error', () => {
  const refused = (headers: Record<string, string>) =>
    request('/token?grant_type=refresh_token', { body: { refresh_token: 'unknown' }, headers })
  const message = 'Invalid Refresh Token: Refresh Token Not Found'

  test.each(['2024-01-01', '2024-01-02', '2199-12-31'])(
    'has its name as its code for who asks for version %s',
    async (version) => {
      const { status, headers, body } = await refused({ 'x-supabase-api-version': version })
      expect([status, body]).toEqual([400, { code: 'refresh_token_not_found', message }])
      expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    },
  )

  test.each(['', '2023-12-31', '2024-13-01', '2024-1-1', 'latest', '2024-01-01, 2024-01-01'])(
    'has its status as its code for who asks for %j',
    async (version) => {
      const { status, headers, body } = await refused({ 'x-supabase-api-version': version })
      expect([status, body]).toEqual([
        400,
        { code: 400, error_code: 'refresh_token_not_found', msg: message },
      ])
      expect(headers.get('x-supabase-api-version')).toBeNull()
    },
  )
})

test('while the database is unreachable sign-in responds with 503, and the attempts do not count as wrong', async () => {
  await app.database.cut()
  onTestFinished(() => app.database.restore())
  const address = freshAddress()
  for (let n = 0; n < 12; n++) {
    const response = await request('/token?grant_type=password', { body: ADMIN, address, headers: VERSION })
    expect([response.status, response.body.code]).toEqual([503, 'request_timeout'])
    expect(response.headers.get('retry-after')).toBe('1')
  }
  await app.database.restore()
  expect((await request('/token?grant_type=password', { body: ADMIN, address })).status).toBe(200)
})

/** The auth service alone, with the lines that it logs as warnings or errors. */
function createLoggedAuth(sql: Sql) {
  const lines: unknown[] = []
  const limits: Limits = { take: async () => 0, refund: async () => {}, reset: async () => {} }
  const auth = createAuth({
    sql,
    limits,
    passwordWork: createWorkQueue(PASSWORD_WORK),
    signInThrottle: createSignInThrottle({ sql, limits, hashAddress: testHash }),
    queue: { enqueue: async () => null, retry: async () => ({ status: 'gone' }), dismiss: async () => null },
    secrets: TEST_SECRETS,
    siteUrl: app.url,
    trustProxy: 0,
    identify: async () => ({ kind: 'anonymous' }),
    log: createLog('warn', {
      format: ({ message }) => {
        lines.push(message)
        return ''
      },
    }),
  })
  return { auth, lines }
}

const JSON_HEADERS = { apikey: TEST_SECRETS.publishableKey, 'content-type': 'application/json' }

test('an outage of the database is reported as a fault, and not logged for every request', async () => {
  const sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  onTestFinished(() => sql.end())
  const { auth, lines } = createLoggedAuth(sql)
  const body = JSON.stringify(ADMIN)
  for (let n = 0; n < 5; n++) {
    const sent = { method: 'POST', headers: JSON_HEADERS, body }
    expect((await auth.request('/token?grant_type=password', sent)).status).toBe(503)
  }
  expect(lines).toEqual([])
  expect(hasFault('database')).toBe(true)
  await app.database.sql`select 1`
  expect(hasFault('database')).toBe(false)
})

test('a client that disconnects in the middle of its request is not logged as an outage', async () => {
  const { auth, lines } = createLoggedAuth(app.database.sql)
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const body = new ReadableStream({ start: (controller) => controller.error(gone) })
  await auth.request('/recover', {
    method: 'POST',
    headers: JSON_HEADERS,
    body,
    duplex: 'half',
  } as RequestInit)
  expect(lines).toEqual([])
})
