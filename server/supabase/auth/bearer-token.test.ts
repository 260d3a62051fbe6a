import { SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newAccessToken } from '#server/supabase/auth/access-token.ts'
import { createCallerCheck } from '#server/supabase/auth/bearer-token.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const { publishableKey, secretKey, jwtSecret } = TEST_SECRETS
const TOKEN = newAccessToken()
const NORA = '6ae9f2e0-ea71-4510-b3cf-f8d13133364f'
const program = { kind: 'token', tokenId: 'a-token', scopes: [], userId: NORA, claims: {} } as const
const siteUrl = 'https://paper.example'
const ISSUER = `${siteUrl}/auth/v1`
const identify = createCallerCheck({ secrets: TEST_SECRETS, siteUrl }, async (token) =>
  token === TOKEN ? program : { kind: 'refused', reason: 'not known' },
)

const caller = (headers: Record<string, string>) => identify(new Headers(headers))
const bearer = (token: string) => caller({ apikey: publishableKey, authorization: `Bearer ${token}` })

function sign(claims: Record<string, unknown> = {}, secret = jwtSecret, alg = 'HS256'): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return new SignJWT({ iss: ISSUER, aud: 'authenticated', role: 'authenticated', sub: NORA, exp, ...claims })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(secret))
}

afterEach(() => {
  vi.useRealTimers()
})

describe('an anonymous caller', () => {
  test.each<[string, Record<string, string>]>([
    ['no headers', {}],
    ['the publishable key', { apikey: publishableKey }],
    ['the publishable key twice', { apikey: publishableKey, authorization: `Bearer ${publishableKey}` }],
    ['a bearer token that is the publishable key', { authorization: `Bearer ${publishableKey}` }],
    ['an empty bearer token', { apikey: publishableKey, authorization: 'Bearer ' }],
    ['another kind of authorization', { apikey: publishableKey, authorization: 'Basic bm9yYTp4' }],
  ])('comes with %s', async (_what, headers) => {
    expect(await caller(headers)).toEqual({ kind: 'anonymous' })
  })
})

describe('the service role', () => {
  test.each<[string, Record<string, string>]>([
    ['the secret key', { apikey: secretKey }],
    ['the secret key twice', { apikey: secretKey, authorization: `Bearer ${secretKey}` }],
    ['the secret key as its token', { apikey: publishableKey, authorization: `bearer  ${secretKey} ` }],
    [
      'the secret key beside a public token',
      { apikey: secretKey, authorization: `Bearer ${publishableKey}` },
    ],
  ])('comes with %s', async (_what, headers) => {
    expect(await caller(headers)).toEqual({ kind: 'service' })
  })
})

describe('a program', () => {
  test.each<[string, Record<string, string>]>([
    ['the token alone', { authorization: `Bearer ${TOKEN}` }],
    ['the token beside the publishable key', { apikey: publishableKey, authorization: `bearer  ${TOKEN} ` }],
    ['the token as the key of the official client', { apikey: TOKEN, authorization: `Bearer ${TOKEN}` }],
    ['the token as the only key', { apikey: TOKEN }],
    [
      'the token beside the secret key, which gives it no more rights',
      { apikey: secretKey, authorization: `Bearer ${TOKEN}` },
    ],
  ])('comes with %s', async (_what, headers) => {
    expect(await caller(headers)).toEqual(program)
  })

  test.each<[string, string]>([
    ['the publishable key', publishableKey],
    ['the secret key', secretKey],
    ['another token', newAccessToken()],
    ['a token that is one character longer', `${TOKEN}0`],
  ])('is refused with a token as its key and %s as its token', async (_what, other) => {
    expect(await caller({ apikey: TOKEN, authorization: `Bearer ${other}` })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Authorization has something else'),
    })
  })
})

describe('a user', () => {
  test('is recognised until the token expires, and not a second longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await sign()
    for (const [seconds, kind] of [
      [0, 'user'],
      [3598, 'user'],
      [3, 'refused'],
    ] as const) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      expect(await bearer(token)).toMatchObject({ kind })
    }
  })

  test('comes with a token that we signed, with the user’s id', async () => {
    const claims = { aud: 'authenticated', role: 'authenticated', sub: NORA, session_id: 'a session' }
    expect(await bearer(await sign(claims))).toEqual({
      kind: 'user',
      userId: NORA,
      claims: { ...claims, iss: ISSUER, exp: expect.any(Number) },
    })
    expect(await bearer(await sign({ aud: ['authenticated', 'else'] }))).toMatchObject({
      kind: 'user',
      userId: NORA,
    })
  })

  test('is recognised by the token even when the secret key is sent too', async () => {
    const headers = { apikey: secretKey, authorization: `Bearer ${await sign()}` }
    expect(await caller(headers)).toMatchObject({ kind: 'user', userId: NORA })
  })
})

describe('refused is', () => {
  test.each<[string, () => string | Promise<string>, string]>([
    ['a token with alg none', () => `${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${NORA}"}`)}.`, 'invalid JWT'],
    ['a token of another secret', () => sign({}, 'another secret that is long enough too'), 'invalid JWT'],
    ['a token of another algorithm', () => sign({}, jwtSecret, 'HS512'), 'invalid JWT'],
    ['a token for another audience', () => sign({ aud: 'somebody' }), 'invalid JWT'],
    ['a token without an audience', () => sign({ aud: undefined }), 'invalid JWT'],
    ['a token that never ends', () => sign({ exp: undefined }), 'invalid JWT'],
    ['a token of another site', () => sign({ iss: 'https://other.example/auth/v1' }), 'invalid JWT'],
    ['a token that nobody has issued', () => sign({ iss: undefined }), 'invalid JWT'],
    ['a token of no user', () => sign({ sub: undefined }), 'invalid JWT: no subject'],
    ['a token of a word', () => sign({ sub: 'ada' }), 'invalid claim: sub claim must be a UUID'],
    ['a token of yesterday', () => expired(), 'JWT expired'],
    ['a token whose payload was changed', async () => changed(await sign()), 'invalid JWT'],
    ['a word', () => 'abc', 'invalid JWT'],
    ['the start of the secret key', () => secretKey.slice(0, -1), 'invalid JWT'],
    ['the secret key in capitals', () => secretKey.toUpperCase(), 'invalid JWT'],
  ])('%s', async (_what, token, reason) => {
    expect(await bearer(await token())).toEqual({ kind: 'refused', reason })
  })

  test('an unknown API key', async () => {
    expect(await caller({ apikey: 'sb_secret_of_another_site' })).toEqual({
      kind: 'refused',
      reason: 'invalid JWT',
    })
  })

  test('a bad token, even with the secret key', async () => {
    const headers = { apikey: secretKey, authorization: 'Bearer abc' }
    expect(await caller(headers)).toEqual({ kind: 'refused', reason: 'invalid JWT' })
  })
})

function expired(): Promise<string> {
  return new SignJWT({ iss: ISSUER, aud: 'authenticated', sub: NORA })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) - 86_400)
    .sign(new TextEncoder().encode(jwtSecret))
}

function changed(token: string): string {
  const [header, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ aud: 'authenticated', sub: NORA, role: 'service_role' }))
  return [header, payload.toString('base64url'), signature].join('.')
}
