import type { UserAttributes } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { clientFrom } from '../support/auth.ts'
import { PASSWORD, startAuthApp } from './auth-app.ts'

const { app, newUser, signedIn, refresh } = await startAuthApp()

describe('a new password', () => {
  const NEW = 'a staple for the battery'

  test('replaces the old one, and ends every session but this one', async () => {
    const email = await newUser()
    const [here, laptop] = [await signedIn(email), await signedIn(email)]
    const { data, error } = await here.client.auth.updateUser({ password: NEW, current_password: PASSWORD })
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await here.client.auth.getUser()).error).toBeNull()
    expect((await here.client.auth.refreshSession()).error).toBeNull()
    expect((await laptop.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await refresh(laptop.session.refresh_token)).toBe('refresh_token_not_found')
    const old = await clientFrom(app).auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error?.code).toBe('invalid_credentials')
    expect((await signedIn(email, NEW)).user.email).toBe(email)
  })

  test.each([
    ['without the present one', { password: NEW }, 400, 'current_password_required'],
    ['with an empty present one', { password: NEW, current_password: '' }, 400, 'current_password_required'],
    ['with a wrong present one', { password: NEW, current_password: 'x' }, 400, 'current_password_invalid'],
    [
      'with a current one that no user can have',
      { password: NEW, current_password: `${PASSWORD}\0` },
      400,
      'current_password_invalid',
    ],
    ['that is the present one', { password: PASSWORD, current_password: PASSWORD }, 422, 'same_password'],
    [
      'that is the present one, encoded in another way',
      { password: PASSWORD.replace('c', 'ｃ'), current_password: PASSWORD },
      422,
      'same_password',
    ],
  ])('%s is refused, and nothing changes', async (_what, attributes, status, code) => {
    const email = await newUser()
    const { client } = await signedIn(email)
    const other = await signedIn(email)
    const { error } = await client.auth.updateUser(attributes)
    expect([error?.status, error?.code]).toEqual([status, code])
    expect((await other.client.auth.getUser()).error).toBeNull()
    expect((await signedIn(email)).user.email).toBe(email)
  })

  test.each([
    ['of 7 characters', 'x7Kq2mV', ['length']],
    ['of 129 characters', 'x7Kq2mVp-'.repeat(15).slice(0, 129), ['length']],
    ['with NUL', 'x7Kq2mVp\0', ['characters']],
    ['with half a surrogate pair', 'x7Kq2mVp\uD83D', ['characters']],
    ['that is common', 'password', ['pwned']],
    ['of digits in a row', '12345678', ['pwned']],
    ['of one emoji, 64 times', '😀'.repeat(64), ['pwned']],
  ])('%s is refused as weak, with a reason', async (_what, password, reasons) => {
    const { client } = await signedIn(await newUser())
    const { error } = await client.auth.updateUser({ password, current_password: PASSWORD })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      status: 422,
      reasons,
    })
  })

  test.each([
    ['128 characters', 'x7Kq2mVp-zt'.repeat(12).slice(0, 128)],
    [
      '64 characters of four bytes',
      String.fromCodePoint(...Array.from({ length: 64 }, (_, n) => 0x1f600 + ((n * 37) % 64))),
    ],
    ['right-to-left words', 'שלום עולם גדול ומופלא'],
    ['the keys of objects', '__proto__ constructor'],
  ])('of %s is stored exactly', async (_what, password) => {
    const email = await newUser()
    const { client } = await signedIn(email)
    expect((await client.auth.updateUser({ password, current_password: PASSWORD })).error).toBeNull()
    expect((await signedIn(email, password)).user.email).toBe(email)
    const shorter = [...password].slice(0, -1).join('')
    const { error } = await clientFrom(app).auth.signInWithPassword({ email, password: shorter })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('from two sessions at once is set once, and the other session ends', async () => {
    const email = await newUser()
    const [here, laptop] = [await signedIn(email), await signedIn(email)]
    const passwords = ['a staple for the laptop', 'a staple for the kitchen'] as const
    const errors = await Promise.all(
      [here, laptop].map(async ({ client }, n) => {
        const password = passwords[n] ?? ''
        return (await client.auth.updateUser({ password, current_password: PASSWORD })).error
      }),
    )
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    const winner = errors.indexOf(null)
    expect((await signedIn(email, passwords[winner])).user.email).toBe(email)
    const loser = [here, laptop][1 - winner]
    expect((await loser?.client.auth.getUser())?.error?.name).toBe('AuthSessionMissingError')
  })

  test('can be guessed at ten times with a stolen session', async () => {
    const { client } = await signedIn(await newUser())
    const codes: unknown[] = []
    for (let n = 0; n < 11; n++) {
      const { error } = await client.auth.updateUser({ password: NEW, current_password: `guess ${n}` })
      codes.push(error?.code)
    }
    expect(codes).toEqual([...Array(10).fill('current_password_invalid'), 'over_request_rate_limit'])
  })

  test('needs a session', async () => {
    const { client } = await signedIn(await newUser())
    const { data } = await client.auth.getSession()
    await clientFrom(app).auth.admin.signOut(data.session?.access_token ?? '', 'local')
    const { error } = await client.auth.updateUser({ password: NEW, current_password: PASSWORD })
    expect(error?.name).toBe('AuthSessionMissingError')
  })
})

describe('other properties of a user', () => {
  test.each([
    ['the address', { email: 'new@example.org' }],
    ['the telephone', { phone: '+4144' }],
    ['data of any kind', { data: { role: 'admin' } }],
    ['data with a prototype', { data: JSON.parse('{"__proto__":{"admin":true}}') }],
    ['what the service knows', { app_metadata: { role: 'admin' } }],
  ])('cannot be changed: %s', async (_what, attributes) => {
    const { client, user } = await signedIn(await newUser())
    const { error } = await client.auth.updateUser(attributes as UserAttributes)
    expect([error?.status, error?.code, error?.message]).toEqual([
      400,
      'validation_failed',
      expect.stringMatching(/^\w+: Only the password can be changed$/),
    ])
    expect((await client.auth.getUser()).data.user).toEqual(user)
  })
})

describe('a disabled feature is refused with a code that the client knows', () => {
  const email = 'nobody@example.org'
  test.each<[string, (client: Client) => Promise<{ error: { code?: string | undefined } | null }>, string]>([
    ['signUp', (client) => client.auth.signUp({ email, password: PASSWORD }), 'signup_disabled'],
    ['signInAnonymously', (client) => client.auth.signInAnonymously(), 'signup_disabled'],
    ['resend', (client) => client.auth.resend({ type: 'signup', email }), 'email_provider_disabled'],
    ['verifyOtp', (client) => client.auth.verifyOtp({ type: 'recovery', token_hash: 'x' }), 'otp_expired'],
    [
      'verifyOtp by a code',
      (client) => client.auth.verifyOtp({ type: 'recovery', email, token: '123456' }),
      'otp_expired',
    ],
    ['signInWithSSO', (client) => client.auth.signInWithSSO({ domain: 'x.org' }), 'saml_provider_disabled'],
    [
      'signInWithIdToken',
      (client) => client.auth.signInWithIdToken({ provider: 'google', token: 'x' }),
      'provider_disabled',
    ],
    ['admin.listUsers', (client) => client.auth.admin.listUsers(), 'not_admin'],
    ['admin.inviteUserByEmail', (client) => client.auth.admin.inviteUserByEmail(email), 'not_admin'],
    ['admin.deleteUser', (client) => client.auth.admin.deleteUser(crypto.randomUUID()), 'not_admin'],
  ])('%s', async (_name, call, code) => {
    expect((await call(clientFrom(app))).error?.code).toBe(code)
    expect((await call(app.service())).error?.code).toBe(code)
  })

  test.each<[string, (client: Client) => Promise<{ error: { code?: string | undefined } | null }>, string]>([
    ['reauthenticate', (client) => client.auth.reauthenticate(), 'otp_disabled'],
    ['linkIdentity', (client) => client.auth.linkIdentity({ provider: 'google' }), 'manual_linking_disabled'],
  ])('%s, also when signed in', async (_name, call, code) => {
    const { client } = await signedIn(await newUser())
    expect((await call(client)).error?.code).toBe(code)
  })
})
