import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findUserId } from '#server/supabase/auth/accounts.ts'
import { createAdministrator } from '../support/accounts.ts'
import { clientFrom, requestAuth, signToken } from '../support/auth.ts'
import { addFactor, codeOf, nextStep } from '../support/factors.ts'
import { PASSWORD, startSecondFactorApp } from './second-factor-app.ts'

const { app, signIn, userWithFactor, post, challenge, verify, mails } = await startSecondFactorApp()

describe('a factor of another user', () => {
  test('is not found by any endpoint', async () => {
    const { factorId, secret } = await userWithFactor()
    const mallory = await userWithFactor()
    const { data } = await mallory.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    const own = await challenge(token, mallory.factorId)
    const answers = [
      await post(`/factors/${factorId}/challenge`, token),
      await post(`/factors/${factorId}/verify`, token, { challenge_id: own, code: codeOf(secret) }),
      await requestAuth(app, `/factors/${factorId}`, { method: 'DELETE', token }),
    ]
    for (const { status, body } of answers)
      expect([status, body.error_code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await mallory.client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  test.each(['x', 'recovery-code', '%00', '..%2Fuser', randomUUID().slice(1)])(
    '%s is not an id of a factor',
    async (id) => {
      const { client } = await userWithFactor()
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      const { status, body } = await requestAuth(app, `/factors/${id}`, { method: 'DELETE', token })
      expect([status, body.error_code]).toEqual([404, 'validation_failed'])
    },
  )
})

describe('an attacker who knows only the password', () => {
  test('cannot enrol, verify or remove a factor, make codes or change the password', async () => {
    const { email, factorId, secret } = await userWithFactor()
    const { token } = await signIn(email)
    const calls = [
      await post('/factors', token, { factor_type: 'totp', friendly_name: 'Mine' }),
      await requestAuth(app, `/factors/${factorId}`, { method: 'DELETE', token }),
      await post('/factors/recovery-codes', token),
      await requestAuth(app, '/user', {
        method: 'PUT',
        token,
        body: { password: 'a staple for the battery', current_password: PASSWORD },
      }),
    ]
    expect(calls.map(({ status, body }) => [status, body.error_code])).toEqual([
      [403, 'insufficient_aal'],
      [422, 'insufficient_aal'],
      [403, 'insufficient_aal'],
      [401, 'insufficient_aal'],
    ])
    expect(await mails(token)).toBe(0)
    expect((await verify(token, factorId, codeOf(secret))).status).toBe(200)
  })

  test.each(['others', 'global'])('cannot sign out a session with a second factor: %s', async (scope) => {
    const { email, session } = await userWithFactor()
    const [token, another] = [(await signIn(email)).token, (await signIn(email)).token]
    const status = async (of: string) => (await requestAuth(app, '/user', { token: of })).status
    await requestAuth(app, `/logout?scope=${scope}`, { method: 'POST', token })
    expect(await status(session.access_token)).toBe(200)
    expect(await status(another)).toBe(403)
    expect(await status(token)).toBe(scope === 'others' ? 200 : 403)
  })

  test('cannot get in with an unverified factor beside a verified one', async () => {
    const { email, client } = await userWithFactor()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Left' })
    const { token } = await signIn(email)
    const secret = data?.type === 'totp' ? data.totp.secret : ''
    const { status, code } = await verify(token, data?.id ?? '', codeOf(secret))
    expect([status, code]).toEqual([403, 'insufficient_aal'])
    expect(await mails(token)).toBe(0)
  })

  test('loses a factor that was enrolled before the owner’s was verified', async () => {
    const email = `${randomUUID()}@example.org`
    await createAdministrator(app.database.sql, email, PASSWORD)
    const [mallory, owner] = [await signIn(email), await signIn(email)]
    const { data } = await mallory.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    await addFactor(owner.client)
    expect(await mails(mallory.token)).toBe(0)
    const { token } = await signIn(email)
    const code = codeOf(data?.type === 'totp' ? data.totp.secret : '')
    expect((await verify(token, data?.id ?? '', code, randomUUID())).code).toBe('mfa_factor_not_found')
  })
})

test('a session that began long ago adds no first factor before its user signs in again', async () => {
  const { sql } = app.database
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, PASSWORD)
  const { client, token } = await signIn(email)
  await sql`
    update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'
    where session_id in (select id from auth.sessions where user_id = ${await findUserId(sql, email)})`
  const refused = await post('/factors', token, { factor_type: 'totp', friendly_name: 'Mine' })
  expect([refused.status, refused.body.error_code]).toEqual([400, 'reauthentication_needed'])
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  await addFactor(client)
})

test('a first factor that was enrolled in time is not verified later, by a session or an enrolment that is too old', async () => {
  const { sql } = app.database
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, PASSWORD)
  const userId = await findUserId(sql, email)
  const { token } = await signIn(email)
  const { id, totp } = (await post('/factors', token, { factor_type: 'totp', friendly_name: 'Mine' })).body
  const before = await challenge(token, id)
  await sql`
    update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'
    where session_id in (select id from auth.sessions where user_id = ${userId})`
  const late = await post(`/factors/${id}/challenge`, token)
  expect([late.status, late.body.error_code]).toEqual([400, 'reauthentication_needed'])
  expect((await verify(token, id, codeOf(totp.secret), before)).code).toBe('reauthentication_needed')

  const again = await signIn(email)
  const open = await challenge(again.token, id)
  await sql`update auth.mfa_factors set created_at = now() - interval '16 minutes' where id = ${id}`
  expect((await post(`/factors/${id}/challenge`, again.token)).body.error_code).toBe('mfa_factor_not_found')
  expect((await verify(again.token, id, codeOf(totp.secret), open)).code).toBe('mfa_factor_not_found')
  await addFactor(again.client)
})

describe('older tokens', () => {
  test('keep their level when the session is raised', async () => {
    const { before, client } = await userWithFactor()
    expect(await mails(before.token)).toBe(0)
    const enrolled = await post('/factors', before.token, { factor_type: 'totp', friendly_name: 'Mine' })
    expect(enrolled.body.error_code).toBe('insufficient_aal')
    const { data } = await client.auth.getSession()
    expect(await mails(data.session?.access_token ?? '')).toBe(1)
  })

  test('cannot be refreshed: a refresh token copied before the second factor is invalid', async () => {
    const { before, client } = await userWithFactor()
    const stolen = await clientFrom(app).auth.refreshSession({ refresh_token: before.refreshToken })
    expect(stolen.error?.code).toBe('refresh_token_not_found')
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('lose their level with the factor, whatever they say', async () => {
    const { email, client, factorId, secret } = await userWithFactor()
    const { token } = await signIn(email)
    const raised = (await verify(token, factorId, codeOf(secret))).body.access_token
    nextStep()
    await client.auth.mfa.unenroll({ factorId })
    const next = await addFactor(client, 'New')
    expect(await mails(raised)).toBe(0)
    const refused = await requestAuth(app, `/factors/${next.factorId}`, { method: 'DELETE', token: raised })
    expect(refused.status).toBe(403)
  })

  test('cannot be changed, because they are signed', async () => {
    const { email, client } = await userWithFactor()
    const { token } = await signIn(email)
    const [header, payload] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, aal: 'aal2' })).toString('base64url')
    for (const made of [
      `${header}.${forged}.${token.split('.')[2]}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`,
      await signToken({ ...claims, aal: 'aal2' }, { secret: 'another secret, long enough for it' }),
    ]) {
      expect(await mails(made)).toBe(-401)
      expect((await requestAuth(app, '/user', { token: made })).status).toBe(401)
    }
    // Even signed with our own secret, it does not match the stored session.
    const signed = await signToken({ ...claims, aal: 'aal2' })
    expect(await mails(signed)).toBe(0)
    const enrolled = await post('/factors', signed, { factor_type: 'totp', friendly_name: 'Mine' })
    expect(enrolled.body.error_code).toBe('insufficient_aal')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test.each([['aal2'], { aal: 'aal2' }, true, 2, 'AAL2', 'aal3', null])(
    'with the level %j are of the lowest',
    async (aal) => {
      const { client } = await userWithFactor()
      const { data } = await client.auth.getSession()
      const token = data.session?.access_token ?? ''
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(await mails(await signToken({ ...claims, aal }))).toBe(0)
    },
  )
})

describe('a session that has ended', () => {
  test('cannot verify a factor', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const id = await challenge(token, factorId)
    await requestAuth(app, '/logout?scope=local', { method: 'POST', token })
    const { status, code } = await verify(token, factorId, codeOf(secret), id)
    expect([status, code]).toEqual([403, 'session_not_found'])
    expect((await verify((await signIn(email)).token, factorId, codeOf(secret))).status).toBe(200)
  })

  test('during a verification leaves nothing half done', async () => {
    const { email, client, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const id = await challenge(token, factorId)
    const [verified, ended] = await Promise.all([
      verify(token, factorId, codeOf(secret), id),
      requestAuth(app, '/logout?scope=local', { method: 'POST', token }),
    ])
    // The challenge may have gone with the session.
    expect([undefined, 'session_not_found', 'mfa_factor_not_found']).toContain(verified.code)
    expect(ended.status).toBe(204)
    expect((await requestAuth(app, '/user', { token })).status).toBe(403)
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

test('the database holds no secret and no code in clear text', async () => {
  const { client, secret, factorId } = await userWithFactor()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { body } = await post('/factors/recovery-codes', token)
  const [rows] = await app.database.sql<[{ text: string }]>`
    select concat((select jsonb_agg(f) from auth.mfa_factors f), (select jsonb_agg(c) from auth.mfa_recovery_codes c),
      (select jsonb_agg(c) from auth.mfa_challenges c)) as text`
  expect(rows.text).toContain(factorId)
  for (const hidden of [secret, ...body.codes]) expect(rows.text).not.toContain(hidden)
})

test('a sealed secret that was copied to another factor does not open', async () => {
  const { secret, factorId } = await userWithFactor()
  const mallory = await userWithFactor()
  await app.database.sql`
    update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = ${mallory.factorId})
    where id = ${factorId}`
  expect(secret).not.toBe(mallory.secret)
  const [owner] = await app.database.sql`select email from auth.users where id = (
    select user_id from auth.mfa_factors where id = ${factorId})`
  const { token } = await signIn(owner?.email)
  expect((await verify(token, factorId, codeOf(mallory.secret))).status).toBe(500)
  expect(await findUserId(app.database.sql, owner?.email)).not.toBeNull()
})
