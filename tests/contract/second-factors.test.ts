import { describe, expect, test } from 'vitest'
import { listMySessions } from '#core/data/accounts.ts'
import { removeFactors } from '#server/supabase/auth/accounts.ts'
import { clientFrom } from '../support/auth.ts'
import { addFactor, codeOf, nextStep, wrongCodeOf } from '../support/factors.ts'
import { desk, levels, NO_ACCESS, OPEN, PASSWORD, SHUT, startFactorApp } from './factor-app.ts'

const { app, newUser, signIn, userWithFactor } = await startFactorApp()

describe('an authenticator app', () => {
  test('is enrolled, and takes effect once a code of it is verified', async () => {
    const email = await newUser()
    const client = await signIn(email)
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
    expect(error).toBeNull()
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      friendly_name: 'Telephone',
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringContaining(`otpauth://totp/${encodeURIComponent(new URL(app.url).host)}:`),
      },
    })
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    const before = (await client.auth.mfa.listFactors()).data
    expect([before?.all[0]?.status, before?.totp]).toEqual(['unverified', []])
    expect(await desk(client)).toEqual(OPEN)

    const factorId = data?.id ?? ''
    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      expires_at: expect.any(Number),
    })
    const verified = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(data?.totp.secret ?? ''),
    })
    expect(verified.error).toBeNull()
    expect(verified.data).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email, factors: [{ id: factorId, factor_type: 'totp', status: 'verified' }] },
    })
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    const { data: assurance } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(
      assurance?.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method).sort(),
    ).toEqual(['password', 'totp'])
    const factors = (await client.auth.mfa.listFactors()).data
    expect(factors?.totp).toEqual([
      {
        id: factorId,
        friendly_name: 'Telephone',
        factor_type: 'totp',
        status: 'verified',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_challenged_at: expect.any(String),
      },
    ])
    expect(factors?.all).toEqual(factors?.totp)
    expect(await desk(client)).toEqual(OPEN)
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect((await client.auth.getClaims()).data?.claims.aal).toBe('aal2')
    expect(await desk(client)).toEqual(OPEN)
  })

  test('is required at the next sign-in; until then the session sees only its own role', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const laptop = await signIn(email)
    expect(await levels(laptop)).toEqual(['aal1', 'aal2'])
    expect(await desk(laptop)).toEqual(SHUT)
    expect(await listMySessions(laptop)).toEqual([])
    const { data, error } = await laptop.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect([error, data?.user.email]).toEqual([null, email])
    expect(await levels(laptop)).toEqual(['aal2', 'aal2'])
    expect(await desk(laptop)).toEqual(OPEN)
    nextStep()
  })

  test.each([-30, 0, 30])('may have a clock that is %d s off', async (off) => {
    const { email, secret, factorId } = await userWithFactor()
    nextStep()
    const laptop = await signIn(email)
    const { error } = await laptop.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, off) })
    expect(error).toBeNull()
    nextStep()
    nextStep()
  })

  test.each([-90, -60, 60, 90])('whose clock is %d s off is refused', async (off) => {
    const { email, secret, factorId } = await userWithFactor()
    nextStep()
    nextStep()
    nextStep()
    const laptop = await signIn(email)
    const { error } = await laptop.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, off) })
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed'])
    expect(await desk(laptop)).toEqual(SHUT)
  })

  test('ends only the sessions without a second factor', async () => {
    const email = await newUser()
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    const { secret, factorId } = await addFactor(here)
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const laptop = await signIn(email)
    expect((await laptop.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect((await here.auth.getUser()).error).toBeNull()
    expect(await desk(here)).toEqual(OPEN)
    nextStep()
  })

  test('can be one of several, each with a name of its own', async () => {
    const { client, secret, factorId } = await userWithFactor()
    const tablet = await addFactor(client, 'Tablet')
    expect((await client.auth.mfa.listFactors()).data?.totp.map((factor) => factor.friendly_name)).toEqual([
      'Telephone',
      'Tablet',
    ])
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect([again.error?.status, again.error?.code]).toEqual([422, 'mfa_factor_name_conflict'])
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    // The session depends on the factor that was verified last.
    expect((await client.auth.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull()
    expect(await desk(client)).toEqual(OPEN)
    nextStep()
  })

  test('that was never verified is replaced by one of the same name', async () => {
    const client = await signIn(await newUser())
    const first = await client.auth.mfa.enroll({ factorType: 'totp' })
    const second = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect([first.error, second.error]).toEqual([null, null])
    expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([second.data?.id])
    const late = await client.auth.mfa.challenge({ factorId: first.data?.id ?? '' })
    expect([late.error?.status, late.error?.code]).toEqual([404, 'mfa_factor_not_found'])
  })

  test('can be shown under a name of the site', async () => {
    const client = await signIn(await newUser())
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'AI Watch: Redaktion' })
    expect(new URL(data?.type === 'totp' ? data.totp.uri : '').searchParams.get('issuer')).toBe(
      'AI Watch: Redaktion',
    )
  })

  test('can be removed after verifying it; then a password is enough, and sessions continue', async () => {
    const { email, client, factorId } = await userWithFactor()
    const { data, error } = await client.auth.mfa.unenroll({ factorId })
    expect([error, data?.id]).toEqual([null, factorId])
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    expect(await desk(client)).toEqual(OPEN)
    await client.auth.refreshSession()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    expect(await desk(await signIn(email))).toEqual(OPEN)
    const gone = await client.auth.mfa.unenroll({ factorId })
    expect([gone.error?.status, gone.error?.code]).toEqual([404, 'mfa_factor_not_found'])
  })

  test('of another type is refused with its own code', async () => {
    const client = await signIn(await newUser())
    const codes = [
      await client.auth.mfa.enroll({ factorType: 'phone', phone: '+41440000000', friendlyName: 'x' }),
      await client.auth.mfa.enroll({ factorType: 'webauthn' as 'totp', friendlyName: 'x' }),
      await client.auth.mfa.enroll({ factorType: 'recovery_code' as 'totp' }),
    ].map(({ error }) => error?.code)
    expect(codes).toEqual([
      'mfa_phone_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
      'validation_failed',
    ])
  })

  test('cannot be enrolled without a session', async () => {
    const { error } = await clientFrom(app).auth.mfa.enroll({ factorType: 'totp' })
    expect(error?.status).toBe(401)
  })
})

describe('a new password', () => {
  test('needs the second factor', async () => {
    const { email, client } = await userWithFactor()
    const change = { password: 'a staple for the battery', current_password: PASSWORD }
    const { error } = await (await signIn(email)).auth.updateUser(change)
    expect([error?.status, error?.code]).toEqual([401, 'insufficient_aal'])
    expect((await client.auth.updateUser(change)).error).toBeNull()
  })
})

describe('an administrator who has lost both', () => {
  test('signs in with the password after the factors were removed, and sessions continue', async () => {
    const { email, client } = await userWithFactor()
    const laptop = await signIn(email)
    expect(await removeFactors(app.database.sql, email.toUpperCase())).toBe(true)
    expect(await removeFactors(app.database.sql, 'nobody@example.org')).toBe(false)
    for (const session of [client, laptop]) expect(await desk(session)).toEqual(OPEN)
    await addFactor(laptop)
    // A session that the old factor had raised is now like any other.
    expect(await desk(client)).toEqual(NO_ACCESS)
  })
})

describe('concurrently', () => {
  test('one code in two sessions works in one of them', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const tabs = await Promise.all(Array.from({ length: 4 }, () => signIn(email)))
    const outcomes = await Promise.all(
      tabs.map(async (tab) => {
        const { error } = await tab.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
        return error?.name ?? 'in'
      }),
    )
    // The other sessions have ended, because they had no second factor.
    expect(outcomes.toSorted()).toEqual([...Array(3).fill('AuthSessionMissingError'), 'in'])
    nextStep()
  })

  test('a verification and refreshes leave the session intact', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const laptop = await signIn(email)
    const { data: challenge } = await laptop.auth.mfa.challenge({ factorId })
    const [verified] = await Promise.all([
      laptop.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: codeOf(secret) }),
      ...Array.from({ length: 5 }, () => laptop.auth.refreshSession()),
    ])
    expect(verified.error).toBeNull()
    await laptop.auth.setSession({
      access_token: verified.data?.access_token ?? '',
      refresh_token: verified.data?.refresh_token ?? '',
    })
    expect((await laptop.auth.refreshSession()).error).toBeNull()
    expect(await desk(laptop)).toEqual(OPEN)
    nextStep()
  })

  test('enrolments under one name are one factor, and there are at most ten', async () => {
    const client = await signIn(await newUser())
    await Promise.all(Array.from({ length: 4 }, () => client.auth.mfa.enroll({ factorType: 'totp' })))
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
    const errors = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Device ${n}` })
        return error?.code
      }),
    )
    expect(errors.filter((code) => code === 'too_many_enrolled_mfa_factors')).toHaveLength(3)
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(10)
  })

  test('calls out of order are refused, and change nothing', async () => {
    const client = await signIn(await newUser())
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    const secret = data?.type === 'totp' ? data.totp.secret : ''
    const unknown = await client.auth.mfa.verify({
      factorId,
      challengeId: crypto.randomUUID(),
      code: codeOf(secret),
    })
    expect([unknown.error?.status, unknown.error?.code]).toEqual([422, 'mfa_factor_not_found'])
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(secret) })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed'])
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    await client.auth.mfa.unenroll({ factorId })
    const late = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(secret),
    })
    expect([late.error?.status, late.error?.code]).toEqual([404, 'mfa_factor_not_found'])
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
  })
})
