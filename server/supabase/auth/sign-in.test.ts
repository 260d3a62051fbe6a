import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdministrator, findUserId } from '#server/supabase/auth/accounts.ts'
import { hashPassword } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { freshAddress, requestAuth } from '../../../tests/support/auth.ts'
import { untilSomebodyWaits } from '../../../tests/support/lock-waits.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

/** One attempt, by default from an address of its own. */
const signIn = (
  email: unknown,
  password: unknown,
  { address, headers }: { address?: string; headers?: Record<string, string> } = {},
) =>
  requestAuth(app, '/token?grant_type=password', {
    body: { email, password },
    ...(address && { address }),
    ...(headers && { headers }),
  })

/** Status and error code of a response. */
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.error_code]
const SIGNED_IN = [200, undefined]
const INVALID = [400, 'invalid_credentials']
const LIMITED = [429, 'over_request_rate_limit']

/** A separate account for a test that uses up its attempts. */
async function newAccount() {
  const email = `${crypto.randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, ADMIN.password)
  return email
}

describe('the right password', () => {
  test('returns a session in the form of GoTrue', async () => {
    const { status, headers, body } = await signIn(ADMIN.email, ADMIN.password)
    const id = await findUserId(app.database.sql, ADMIN.email)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id,
        aud: 'authenticated',
        role: 'authenticated',
        email: ADMIN.email,
        email_confirmed_at: time,
        phone: '',
        confirmed_at: time,
        last_sign_in_at: time,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { sub: id, email: ADMIN.email, email_verified: true, phone_verified: false },
        identities: [
          {
            identity_id: expect.any(String),
            id,
            user_id: id,
            identity_data: { sub: id, email: ADMIN.email, email_verified: true, phone_verified: false },
            provider: 'email',
            last_sign_in_at: null,
            created_at: time,
            updated_at: time,
            email: ADMIN.email,
          },
        ],
        created_at: time,
        updated_at: time,
        is_anonymous: false,
      },
    })
  })

  test('returns an access token with user, method and expiry', async () => {
    const { body } = await signIn(ADMIN.email, ADMIN.password)
    const key = new TextEncoder().encode(TEST_SECRETS.jwtSecret)
    await jwtVerify(body.access_token, key, { audience: 'authenticated', issuer: `${app.url}/auth/v1` })
    expect(decodeProtectedHeader(body.access_token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    const claims = decodeJwt(body.access_token)
    expect(claims).toEqual({
      iss: `${app.url}/auth/v1`,
      sub: body.user.id,
      aud: 'authenticated',
      exp: body.expires_at,
      iat: body.expires_at - 3600,
      email: ADMIN.email,
      phone: '',
      app_metadata: body.user.app_metadata,
      user_metadata: body.user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
    const [session] = await app.database.sql`
      select user_id, not_after between now() + interval '29 days' and now() + interval '30 days' as is_bounded
      from auth.sessions where id = ${claims.session_id}`
    expect(session).toEqual({ user_id: body.user.id, is_bounded: true })
  })

  test.each([
    ['192.0.2.9', 'x'.repeat(1000), { ip: '192.0.2.9', user_agent: 'x'.repeat(300) }],
    ['2001:db8::1', 'A browser', { ip: '2001:db8::1', user_agent: 'A browser' }],
    ['fe80::1%eth0', '', { ip: null, user_agent: null }],
    ['somewhere', '<script>', { ip: null, user_agent: '<script>' }],
  ])('from %s stores the device', async (address, userAgent, device) => {
    const { body } = await signIn(ADMIN.email, ADMIN.password, {
      address,
      headers: { 'user-agent': userAgent },
    })
    const [row] = await app.database.sql`
      select host(ip) as ip, user_agent from auth.sessions where id = ${decodeJwt(body.access_token).session_id}`
    expect(row).toEqual(device)
  })

  test('works with the address in any case, but not with a pattern', async () => {
    expect(outcomeOf(await signIn(ADMIN.email.toUpperCase(), ADMIN.password))).toEqual(SIGNED_IN)
    for (const email of ['%', 'nora%', `${ADMIN.email} `, `${ADMIN.email}'--`, '__proto__', 'constructor']) {
      expect(outcomeOf(await signIn(email, ADMIN.password))).toEqual(INVALID)
    }
  })

  test('works in another Unicode form too', async () => {
    const { sql } = app.database
    await createAdministrator(sql, 'cafe@example.org', 'Cafe\u0301 de Flore')
    expect(outcomeOf(await signIn('cafe@example.org', 'Caf\u00e9 de Flore'))).toEqual(SIGNED_IN)
  })
})

describe('a refusal', () => {
  test('is the same for a wrong password and an unknown user', async () => {
    const [wrong, unknown] = [
      await signIn(ADMIN.email, 'not the password'),
      await signIn('nobody@example.org', 'not the password'),
    ]
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    ])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'date')
    expect(names(unknown.headers)).toEqual(names(wrong.headers))
  })

  test('is the same for ten concurrent attempts, with or without such a user', async () => {
    const account = await newAccount()
    const tries = [account, 'nobody@example.org'].flatMap((email) =>
      Array.from({ length: 10 }, () => signIn(email, 'not the password')),
    )
    expect(
      new Set((await Promise.all(tries)).map((response) => JSON.stringify(outcomeOf(response)))),
    ).toEqual(new Set([JSON.stringify(INVALID)]))
  })

  test.each([
    ['empty', ''],
    ['of 129 characters', 'a'.repeat(129)],
    ['of 8,000 characters', 'a'.repeat(8_000)],
    ['with NUL', `${ADMIN.password}\0`],
    ['with half a surrogate pair', `${ADMIN.password}\uD83D`],
    ['of 64 characters of four bytes', '😀'.repeat(64)],
    ['with a right-to-left mark', `${ADMIN.password}\u200F`],
  ])('is the result of a password %s', async (_what, password) => {
    expect(outcomeOf(await signIn(ADMIN.email, password))).toEqual(INVALID)
    expect(outcomeOf(await signIn('nobody@example.org', password))).toEqual(INVALID)
  })

  test('mentions a ban, or an unconfirmed address, only to callers who know the password', async () => {
    const { sql } = app.database
    const email = await newAccount()
    await sql`update auth.users set banned_until = now() + interval '1 hour' where email = ${email}`
    expect(outcomeOf(await signIn(email, 'not the password'))).toEqual(INVALID)
    expect(outcomeOf(await signIn(email, ADMIN.password))).toEqual([400, 'user_banned'])
    await sql`update auth.users set banned_until = null, email_confirmed_at = null where email = ${email}`
    expect(outcomeOf(await signIn(email, 'not the password'))).toEqual(INVALID)
    expect(outcomeOf(await signIn(email, ADMIN.password))).toEqual([400, 'email_not_confirmed'])
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    expect(outcomeOf(await signIn(email, ADMIN.password))).toEqual(SIGNED_IN)
  })

  test('is the result when the password is changed while it is being checked', async () => {
    const { sql } = app.database
    const email = await newAccount()
    const changed = await hashPassword('another password by now')
    let late: ReturnType<typeof signIn> | undefined
    await sql.transaction(async (transaction) => {
      await transaction`update auth.users set encrypted_password = ${changed} where email = ${email}`
      late = signIn(email, ADMIN.password)
      await untilSomebodyWaits(sql)
    })
    expect(late && outcomeOf(await late)).toEqual(INVALID)
    const sessions = await sql`
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
    expect(sessions).toEqual([])
    expect(outcomeOf(await signIn(email, 'another password by now'))).toEqual(SIGNED_IN)
  })
})

describe('a limit', () => {
  test('is thirty attempts from one address, for any accounts, and other addresses are not affected', async () => {
    const address = freshAddress()
    for (let n = 0; n < 30; n++) {
      expect(outcomeOf(await signIn(`${n}@example.org`, 'x', { address }))).toEqual(INVALID)
    }
    const refused = await signIn(ADMIN.email, ADMIN.password, { address })
    expect(outcomeOf(refused)).toEqual(LIMITED)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(outcomeOf(await signIn(ADMIN.email, ADMIN.password))).toEqual(SIGNED_IN)
  })

  test('uses the address that the proxy wrote, not what a client wrote before it', async () => {
    const address = freshAddress()
    for (let n = 0; n < 30; n++) await signIn('', '', { address: `203.0.113.${n}, ${address}` })
    const late = await signIn(ADMIN.email, ADMIN.password, { address: `203.0.113.99, ${address}` })
    expect(outcomeOf(late)).toEqual(LIMITED)
  })

  test.each([
    ['an account', newAccount],
    ['nobody', async () => `${crypto.randomUUID()}@example.org`],
  ])('is ten wrong passwords for %s from one address, in any case', async (_what, account) => {
    const [email, address] = [await account(), freshAddress()]
    const spellings = [email, email.toUpperCase()]
    const tries = Array.from({ length: 10 }, (_, n) => signIn(spellings[n % 2], 'x', { address }))
    for (const response of await Promise.all(tries)) expect(outcomeOf(response)).toEqual(INVALID)
    expect(outcomeOf(await signIn(email, ADMIN.password, { address }))).toEqual(LIMITED)
    expect(outcomeOf(await signIn('another@example.org', 'x', { address }))).toEqual(INVALID)
  })

  test('on wrong passwords from many addresses does not lock out an address that signed in before', async () => {
    const [email, home] = [await newAccount(), freshAddress()]
    expect(outcomeOf(await signIn(email, ADMIN.password, { address: home }))).toEqual(SIGNED_IN)
    const guesses: unknown[][] = []
    for (let n = 0; n < 31; n++) guesses.push(outcomeOf(await signIn(email, `guess ${n}`)))
    expect(guesses).toEqual(Array(31).fill(INVALID))
    const unknown = await signIn(email, ADMIN.password)
    expect(outcomeOf(unknown)).toEqual(LIMITED)
    expect(Number(unknown.headers.get('retry-after'))).toBeLessThanOrEqual(2)
    expect(outcomeOf(await signIn(email, ADMIN.password, { address: home }))).toEqual(SIGNED_IN)
  })
})
