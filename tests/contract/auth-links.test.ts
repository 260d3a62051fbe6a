import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteMember, listMembers, removeMember } from '#core/data/members.ts'
import type { Membership } from '#core/domain/role.ts'
import { createAdministrator } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { clientFrom } from '../support/auth.ts'
import { isAdministrator } from '../support/is-administrator.ts'
import { letLinksAge, mailedToken, mailsTo } from '../support/links.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'a staple for the battery'
const AN_ADMINISTRATOR: Membership = { role: 'admin', languages: [], permissions: [] }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

/** A new administrator for each test. */
async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, PASSWORD)
  return email
}

async function signedIn(email: string, password = PASSWORD) {
  const client = clientFrom(app)
  const { error } = await client.auth.signInWithPassword({ email, password })
  return { client, code: error?.code }
}

async function recoveryToken(email: string): Promise<string> {
  const { error } = await clientFrom(app).auth.resetPasswordForEmail(email)
  if (error) throw error
  return mailedToken(app.database.sql, email)
}

/** A client that has opened the mailed link. */
async function recovering(email: string) {
  const token = await recoveryToken(email)
  const client = clientFrom(app)
  const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token })
  if (error) throw error
  return { client, session: data.session }
}

describe('resetPasswordForEmail', () => {
  test('mails a link that starts a session, in which a new password needs no current one', async () => {
    const email = await newUser()
    const laptop = await signedIn(email)
    const client = clientFrom(app)
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    expect(await client.auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null })

    const token_hash = await mailedToken(app.database.sql, email)
    const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
    expect([error, data.user?.email]).toEqual([null, email])
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await client.auth.getUser()).data.user?.email).toBe(email)

    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await laptop.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await signedIn(email)).code).toBe('invalid_credentials')
    expect((await signedIn(email, NEW)).code).toBeUndefined()
    const subjects = (await mailsTo(app.database.sql, email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Set a new password for AI Watch', 'Your password was changed at AI Watch'])
  })

  test('accepts an address in any case, and ignores redirectTo', async () => {
    const email = await newUser()
    const options = { redirectTo: 'https://elsewhere.example/take' }
    const { error } = await clientFrom(app).auth.resetPasswordForEmail(email.toUpperCase(), options)
    expect(error).toBeNull()
    const [mail] = await mailsTo(app.database.sql, email)
    expect(mail?.text).toContain(`${app.url}/admin/recovery?token_hash=`)
    expect(mail?.text).not.toContain('elsewhere')
  })

  test('responds the same for an unknown address', async () => {
    const { data, error } = await clientFrom(app).auth.resetPasswordForEmail('nobody@example.org')
    expect([data, error]).toEqual([{}, null])
    expect(await mailsTo(app.database.sql, 'nobody@example.org')).toEqual([])
  })

  test('is refused with its code the fourth time within an hour, also for an unknown address', async () => {
    for (const email of [await newUser(), 'nobody-else@example.org']) {
      const codes: (string | undefined)[] = []
      for (let n = 0; n < 4; n++)
        codes.push((await clientFrom(app).auth.resetPasswordForEmail(email)).error?.code)
      expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit'])
      const otp = await clientFrom(app).auth.signInWithOtp({ email })
      expect(otp.error?.code).toBe('over_email_send_rate_limit')
    }
  })

  test('unlocks an account that guesses from elsewhere have locked', async () => {
    const email = await newUser()
    // Longer than any password may be, so it is refused at once, but counted.
    for (let n = 0; n < 36; n++) await signedIn(email, 'x'.repeat(200))
    expect((await signedIn(email)).code).toBe('over_request_rate_limit')
    await recovering(email)
    expect((await signedIn(email)).code).toBeUndefined()
  })
})

describe('a session that began with a recovery link', () => {
  test('may set a password once; then the current one is required', async () => {
    const { client } = await recovering(await newUser())
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    const again = await client.auth.updateUser({ password: 'another staple, at last' })
    expect([again.error?.status, again.error?.code]).toEqual([400, 'current_password_required'])
    const proper = { password: 'another staple, at last', current_password: NEW }
    expect((await client.auth.updateUser(proper)).error).toBeNull()
  })

  test('may set a password for fifteen minutes', async () => {
    const { client } = await recovering(await newUser())
    await letLinksAge(app.database.sql, 15)
    expect((await client.auth.updateUser({ password: NEW })).error?.code).toBe('current_password_required')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('sets only one of two concurrent passwords', async () => {
    const email = await newUser()
    const { client, session } = await recovering(email)
    const access_token = session?.access_token ?? ''
    const refresh_token = session?.refresh_token ?? ''
    const other = clientFrom(app)
    await other.auth.setSession({ access_token, refresh_token })
    const errors = await Promise.all(
      [client, other].map(
        async (tab, n) => (await tab.auth.updateUser({ password: `${NEW} ${n}` })).error?.code,
      ),
    )
    expect(errors.sort()).toEqual(['current_password_required', undefined])
  })

  test('may try again after a weak password, or the old one', async () => {
    const { client } = await recovering(await newUser())
    const codes: (string | undefined)[] = []
    for (const password of ['12345678', PASSWORD, NEW]) {
      codes.push((await client.auth.updateUser({ password })).error?.code)
    }
    expect(codes).toEqual(['weak_password', 'same_password', undefined])
  })

  test('accepts the current password too, which must be right', async () => {
    const { client } = await recovering(await newUser())
    const wrong = await client.auth.updateUser({ password: NEW, current_password: 'x' })
    expect(wrong.error?.code).toBe('current_password_invalid')
    expect((await client.auth.updateUser({ password: NEW, current_password: PASSWORD })).error).toBeNull()
    expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe(
      'current_password_required',
    )
  })

  test('revokes all mailed links once the password is set', async () => {
    const email = await newUser()
    const { client } = await recovering(email)
    await clientFrom(app).auth.signInWithOtp({ email })
    const token_hash = await mailedToken(app.database.sql, email)
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    const { error } = await clientFrom(app).auth.verifyOtp({ type: 'magiclink', token_hash })
    expect(error?.code).toBe('otp_expired')
  })
})

describe('signInWithOtp', () => {
  test.each(['magiclink', 'email'] as const)('mails a sign-in link of type %s', async (type) => {
    const email = await newUser()
    const client = clientFrom(app)
    const { data, error } = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect([data, error]).toEqual([{ user: null, session: null }, null])
    const token_hash = await mailedToken(app.database.sql, email)
    expect((await client.auth.verifyOtp({ type, token_hash })).data.user?.email).toBe(email)
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
    expect((await client.auth.updateUser({ password: NEW })).error?.code).toBe('current_password_required')
  })

  test.each([true, false])(
    'creates no user, and returns the same (shouldCreateUser: %s)',
    async (shouldCreateUser) => {
      const email = `${crypto.randomUUID()}@example.org`
      const { data, error } = await clientFrom(app).auth.signInWithOtp({
        email,
        options: { shouldCreateUser },
      })
      expect([data, error]).toEqual([{ user: null, session: null }, null])
      expect(await mailsTo(app.database.sql, email)).toEqual([])
      expect(await app.database.sql`select from auth.users where email = ${email}`).toHaveLength(0)
    },
  )

  test('is not possible with a phone number', async () => {
    const { error } = await clientFrom(app).auth.signInWithOtp({ phone: '+4144' })
    expect([error?.status, error?.code]).toEqual([400, 'phone_provider_disabled'])
  })
})

describe('verifyOtp', () => {
  const EXPIRED = [403, 'otp_expired', 'Email link is invalid or has expired']
  const verify = async (
    token_hash: string,
    type: 'recovery' | 'magiclink' | 'invite' | 'signup' = 'recovery',
  ) => {
    const { data, error } = await clientFrom(app).auth.verifyOtp({ type, token_hash })
    return error ? [error.status, error.code, error.message] : data.user?.email
  }

  test('with a used, expired, replaced or wrong link, or one of another type, is refused with the same error', async () => {
    const email = await newUser()
    const first = await recoveryToken(email)
    const second = await recoveryToken(email)
    expect(await verify(first)).toEqual(EXPIRED)
    expect(await verify(second, 'magiclink')).toEqual(EXPIRED)
    expect(await verify(second, 'invite')).toEqual(EXPIRED)
    expect(await verify(second, 'signup')).toEqual(EXPIRED)
    expect(await verify(second)).toBe(email)
    expect(await verify(second)).toEqual(EXPIRED)
    const late = await recoveryToken(email)
    await letLinksAge(app.database.sql, 15)
    expect(await verify(late)).toEqual(EXPIRED)
    expect(await verify('x'.repeat(43))).toEqual(EXPIRED)
  })

  test('in ten tabs at the same time starts one session', async () => {
    const email = await newUser()
    const token = await recoveryToken(email)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => verify(token)))
    expect(outcomes.filter((outcome) => outcome === email)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== email)).toEqual(Array(9).fill(EXPIRED))
  })

  test('replaces the session of another user', async () => {
    const [nora, mara] = [await newUser(), await newUser()]
    const { client } = await signedIn(mara)
    const token_hash = await recoveryToken(nora)
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(nora)
    expect((await signedIn(mara)).code).toBeUndefined()
  })

  test('for a banned user is refused with that reason', async () => {
    const email = await newUser()
    const token = await recoveryToken(email)
    await app.database
      .sql`update auth.users set banned_until = now() + interval '1 hour' where email = ${email}`
    expect(await verify(token)).toEqual([403, 'user_banned', 'User is banned'])
  })

  test('with a six-digit code is refused', async () => {
    for (const email of [await newUser(), 'nobody@example.org']) {
      const { error } = await clientFrom(app).auth.verifyOtp({ type: 'recovery', email, token: '123456' })
      expect([error?.status, error?.code]).toEqual([403, 'otp_expired'])
    }
  })

  test('accepts the options that the client sends along', async () => {
    const email = await newUser()
    const token_hash = await recoveryToken(email)
    const options = { redirectTo: 'https://elsewhere.example', captchaToken: 'none' }
    const params = { type: 'recovery' as const, token_hash, options }
    expect((await clientFrom(app).auth.verifyOtp(params)).error).toBeNull()
  })
})

describe('a disabled feature', () => {
  test('is refused with its code', async () => {
    const { client } = await signedIn(await newUser())
    const resent = await client.auth.resend({ type: 'signup', email: 'nora@example.org' })
    expect(resent.error?.code).toBe('email_provider_disabled')
    expect((await client.auth.reauthenticate()).error?.code).toBe('otp_disabled')
    const signedUp = await client.auth.signUp({ email: 'new@example.org', password: NEW })
    expect(signedUp.error?.code).toBe('signup_disabled')
  })
})

describe('an administrator', () => {
  test('invites another, who accepts, sets a password, and is an administrator', async () => {
    const { client } = await signedIn(await newUser())
    const email = `${crypto.randomUUID()}@example.org`
    expect(
      await inviteMember(client, { email: ` ${email.toUpperCase()} `, ...AN_ADMINISTRATOR }),
    ).toMatchObject({
      outcome: 'invited',
    })
    expect(await listMembers(client)).toContainEqual(
      expect.objectContaining({ user_id: null, email, status: 'invited', has_factor: false }),
    )

    // The recipient of a mistyped invitation can do nothing with other links.
    await clientFrom(app).auth.resetPasswordForEmail(email)
    const [invitation, ...others] = await mailsTo(app.database.sql, email)
    expect([invitation?.subject, others]).toEqual(['You are invited to the desk of AI Watch', []])

    const guest = clientFrom(app)
    const token_hash = await mailedToken(app.database.sql, email)
    const { data } = await guest.auth.verifyOtp({ type: 'invite', token_hash })
    expect(data.user?.email).toBe(email)
    expect(await isAdministrator(guest, data.user?.id ?? '')).toBe(true)
    expect((await guest.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await signedIn(email, NEW)).code).toBeUndefined()
    expect(await listMembers(guest)).toContainEqual(
      expect.objectContaining({ user_id: data.user?.id, email, status: 'active' }),
    )
    expect(await inviteMember(client, { email, ...AN_ADMINISTRATOR })).toMatchObject({
      outcome: 'already_member',
    })
  })

  test('removes another, with immediate effect, and cannot remove the last', async () => {
    const { sql } = app.database
    const { client } = await signedIn(await newUser())
    const other = await signedIn(await newUser())
    const userId = async (of: typeof client) => (await of.auth.getUser()).data.user?.id ?? ''
    const otherId = await userId(other.client)
    expect(await removeMember(client, { userId: otherId })).toEqual({ outcome: 'done' })
    expect(await isAdministrator(other.client, otherId)).toBe(false)
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await removeMember(client, { userId: otherId })).toEqual({ outcome: 'nothing' })
    const ownId = await userId(client)
    await sql`delete from public.user_roles where user_id <> ${ownId}`
    expect(await removeMember(client, { userId: ownId })).toEqual({ outcome: 'last_administrator' })
    expect(await isAdministrator(client, ownId)).toBe(true)
  })
})
