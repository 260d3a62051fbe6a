import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { listMySessions } from '#core/data/sessions.ts'
import { isAdministrator } from '#core/data/user-roles.ts'
import { createAdministrator, removeFactors } from '#server/auth/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { clientFrom } from '../support/auth.ts'
import { addFactor, codeOf, nextStep, stopClock, wrongCodeOf } from '../support/factors.ts'
import { mailsTo } from '../support/links.ts'

const PASSWORD = 'correct horse battery'

let app: TestApp

beforeAll(async () => {
  stopClock()
  app = await startTestApp({ trustProxy: 1 })
  await app.database.sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    values ('one', 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>')`
})
afterAll(() => app.stop())

async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, PASSWORD)
  return email
}

async function signIn(email: string): Promise<Client> {
  const client = clientFrom(app)
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

/** A user with a factor, and the session that enrolled it. */
async function userWithFactor() {
  const email = await newUser()
  const client = await signIn(email)
  return { email, client, ...(await addFactor(client)) }
}

const levels = async (client: Client) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

/** What a signed-in client can read: its role, and mails of the outbox. */
async function desk(client: Client) {
  const userId = (await client.auth.getSession()).data.session?.user.id ?? ''
  const { data: mails } = await client.from('outbox_mails').select('id').eq('message_id', 'one')
  return { role: await isAdministrator(client, userId), mails: mails?.length }
}

const OPEN = { role: true, mails: 1 }
const SHUT = { role: true, mails: 0 }
const NOBODY = { role: false, mails: 0 }

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

describe('recovery codes', () => {
  const enableRecoveryCodes = (client: Client) => {
    // The same as the client option `auth.experimental.recoveryCodes`.
    Object.assign(client.auth, { experimental: { recoveryCodes: true } })
    return client.auth.mfa.recoveryCodes
  }

  async function userWithCodes() {
    const user = await userWithFactor()
    const { data, error } = await enableRecoveryCodes(user.client).generate({ friendlyName: 'Paper' })
    if (error) throw error
    return { ...user, set: data }
  }

  test('are generated, counted, used once each, regenerated and removed', async () => {
    const { email, client, set } = await userWithCodes()
    expect(set).toEqual({
      id: expect.any(String),
      type: 'recovery_code',
      friendly_name: 'Paper',
      total: 10,
      codes: expect.any(Array),
    })
    expect(new Set(set.codes).size).toBe(10)
    const status = { id: set.id, type: 'recovery_code', total: 10, remaining: 10 }
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toEqual(status)
    expect((await client.auth.mfa.listFactors()).data?.recovery_code.map(({ id }) => id)).toEqual([set.id])

    const laptop = await signIn(email)
    const codes = enableRecoveryCodes(laptop)
    expect((await codes.getStatus()).data).toEqual(status)
    const typed = ` ${(set.codes[0] ?? '').toUpperCase().match(/.{4}/g)?.join('-')} `
    const { data, error } = await codes.verify({ code: typed })
    expect([error, data?.user.email]).toEqual([null, email])
    expect(await levels(laptop)).toEqual(['aal2', 'aal2'])
    expect(await desk(laptop)).toEqual(OPEN)
    const methods = (await laptop.auth.getClaims()).data?.claims.amr?.map(
      (entry) => (entry as { method: string }).method,
    )
    expect(methods?.sort()).toEqual(['mfa/recovery_code', 'password'])
    expect((await codes.getStatus()).data).toEqual({ ...status, remaining: 9 })

    const telephone = enableRecoveryCodes(await signIn(email))
    const again = await telephone.verify({ code: set.codes[0] ?? '' })
    expect([again.error?.status, again.error?.code]).toEqual([422, 'mfa_verification_failed'])

    const renewed = await codes.regenerate()
    expect(renewed.data).toMatchObject({ id: set.id, friendly_name: 'Paper', total: 10 })
    expect((await telephone.verify({ code: set.codes[1] ?? '' })).error?.code).toBe('mfa_verification_failed')
    expect((await telephone.verify({ code: renewed.data?.codes[0] ?? '' })).error).toBeNull()

    const removed = await client.auth.mfa.recoveryCodes.unenroll()
    expect([removed.error, removed.data?.id]).toEqual([null, set.id])
    expect((await codes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    // Sessions that used one of them now need the app.
    expect(await desk(laptop)).toEqual(SHUT)
    expect(await desk(client)).toEqual(OPEN)
  })

  test('and all other changes of second factors are mailed to the user', async () => {
    const { email, client, factorId, set } = await userWithCodes()
    const laptop = enableRecoveryCodes(await signIn(email))
    await laptop.verify({ code: set.codes[0] ?? '' })
    await client.auth.mfa.unenroll({ factorId })
    const subjects = (await mailsTo(app.database.sql, email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([
      'A recovery code was used at AI Watch',
      'A second factor was added at AI Watch',
      'A second factor was removed at AI Watch',
    ])
  })

  test('need another factor, and a session that has verified it', async () => {
    const lonely = enableRecoveryCodes(await signIn(await newUser()))
    const codes = [
      await lonely.generate(),
      await lonely.regenerate(),
      await lonely.getStatus(),
      await lonely.unenroll(),
    ]
    expect(codes.map(({ error }) => [error?.status, error?.code])).toEqual([
      [422, 'mfa_recovery_codes_sole_factor'],
      ...Array(3).fill([404, 'mfa_factor_not_found']),
    ])
    const { email } = await userWithCodes()
    const laptop = enableRecoveryCodes(await signIn(email))
    const refused = [await laptop.generate(), await laptop.regenerate(), await laptop.unenroll()]
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(3).fill('insufficient_aal'))
  })

  test('exist as one set only', async () => {
    const { client } = await userWithCodes()
    const { error } = await client.auth.mfa.recoveryCodes.generate()
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verified_factor_exists'])
  })

  test('from two concurrent requests are one set', async () => {
    const { client } = await userWithFactor()
    const codes = enableRecoveryCodes(client)
    const errors = (await Promise.all([codes.generate(), codes.generate()])).map(({ error }) => error?.code)
    expect(errors.toSorted()).toEqual(['mfa_verified_factor_exists', undefined])
  })

  test('are deleted with the last app', async () => {
    const { email, client, factorId, set } = await userWithCodes()
    const laptop = await signIn(email)
    await enableRecoveryCodes(laptop).verify({ code: set.codes[0] ?? '' })
    expect((await laptop.auth.mfa.unenroll({ factorId })).error).toBeNull()
    for (const session of [client, laptop]) {
      expect((await session.auth.mfa.listFactors()).data?.all).toEqual([])
      expect(await desk(session)).toEqual(OPEN)
    }
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
    expect(await desk(client)).toEqual(NOBODY)
  })
})

describe('the list of sessions', () => {
  test('shows the current session first, with device and last use', async () => {
    const { email, client, secret, factorId } = await userWithFactor()
    const laptop = await signIn(email)
    await laptop.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    nextStep()
    const sessions = await listMySessions(client)
    expect(sessions.map(({ is_current, aal }) => [is_current, aal])).toEqual([
      [true, 'aal2'],
      [false, 'aal2'],
    ])
    expect(sessions[0]).toEqual({
      id: (await client.auth.getClaims()).data?.claims.session_id,
      user_agent: 'node',
      ip: expect.stringMatching(/^10\./),
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      aal: 'aal2',
      is_current: true,
    })
    const ids = (await listMySessions(laptop)).map(({ id }) => id)
    expect(ids).toEqual(sessions.map(({ id }) => id).toReversed())
  })

  test('cannot be read by others, or by a session that has ended', async () => {
    const client = await signIn(await newUser())
    expect(await listMySessions(client)).toHaveLength(1)
    const { data } = await client.auth.getSession()
    await clientFrom(app).auth.admin.signOut(data.session?.access_token ?? '', 'local')
    expect(await listMySessions(client)).toEqual([])
    expect((await clientFrom(app).rpc('list_my_sessions')).error?.code).toBe('42501')
    expect((await app.service().rpc('list_my_sessions')).data).toEqual([])
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
