import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAdministrator, findUserId } from '#server/auth/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { clientFrom, requestAuth, signToken } from '../support/auth.ts'
import { addFactor, codeOf, nextStep, stopClock, wrongCodeOf } from '../support/factors.ts'
import { mailedToken, mailsTo } from '../support/links.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

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
beforeEach(nextStep)

async function signIn(email: string) {
  const client = clientFrom(app)
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { client, token: data.session.access_token, refreshToken: data.session.refresh_token }
}

async function userWithFactor() {
  const email = `${randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, PASSWORD)
  const { client, token, refreshToken } = await signIn(email)
  const factor = await addFactor(client)
  return { email, client, ...factor, before: { token, refreshToken } }
}

const post = (path: string, token: string, body: unknown = {}) => requestAuth(app, path, { token, body })

async function challenge(token: string, factorId: string): Promise<string> {
  return (await post(`/factors/${factorId}/challenge`, token)).body.id
}

async function verify(token: string, factorId: string, code: unknown, challengeId?: string) {
  const challenge_id = challengeId ?? (await challenge(token, factorId))
  const { status, body } = await post(`/factors/${factorId}/verify`, token, { challenge_id, code })
  return { status, code: body.error_code, body }
}

/** How many mails of the outbox a token can read. */
async function mails(token: string): Promise<number> {
  const response = await fetch(`${app.url}/rest/v1/outbox_mails?select=id&message_id=eq.one`, {
    headers: { apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${token}` },
  })
  return response.ok ? ((await response.json()) as unknown[]).length : -response.status
}

describe('a code', () => {
  test('works once when it is sent ten times concurrently', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challenge(token, factorId)))
    const answers = await Promise.all(challenges.map((id) => verify(token, factorId, codeOf(secret), id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  })

  test('does not work again once used, nor does an earlier one', async () => {
    const { email, client, secret, factorId } = await userWithFactor()
    nextStep()
    const { token } = await signIn(email)
    expect((await verify(token, factorId, codeOf(secret))).status).toBe(200)
    const other = await signIn(email)
    for (const off of [0, -30]) {
      const { status, code } = await verify(other.token, factorId, codeOf(secret, off))
      expect([status, code]).toEqual([422, 'mfa_verification_failed'])
    }
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('of another factor of the same user is wrong', async () => {
    const { client, email, factorId } = await userWithFactor()
    const tablet = await addFactor(client, 'Tablet')
    const { token } = await signIn(email)
    expect((await verify(token, factorId, codeOf(tablet.secret))).code).toBe('mfa_verification_failed')
    expect((await verify(token, tablet.factorId, codeOf(tablet.secret))).status).toBe(200)
  })

  test.each<[string, (code: string) => unknown, number]>([
    [
      'in full-width digits',
      (code) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
      422,
    ],
    ['with a space', (code) => `${code.slice(0, 3)} ${code.slice(3)}`, 422],
    ['with NUL', (code) => `${code}\0`, 422],
    ['with a line end', (code) => `${code}\n`, 422],
    ['with more digits', (code) => `${code}0`, 422],
    ['with half a surrogate pair', (code) => `${code}\uD83D`, 422],
    ['of ten thousand digits', (code) => code.repeat(2000), 422],
    ['that is empty', () => '', 400],
    ['that is a number', (code) => Number(code), 400],
    ['that is a list', (code) => [code], 400],
    ['that is null', () => null, 400],
    ['that is an object', () => ({ $ne: null }), 400],
  ])('%s is refused', async (_what, change, status) => {
    const { email, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const answer = await verify(token, factorId, change(codeOf(secret)))
    expect([answer.status, answer.code]).toEqual([
      status,
      status === 422 ? 'mfa_verification_failed' : 'validation_failed',
    ])
    expect(await mails(token)).toBe(0)
  })

  test('can be guessed at five times, also concurrently and from many addresses; then even the right one is refused', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const id = await challenge(token, factorId)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => verify(token, factorId, wrongCodeOf(secret), id)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    const right = await verify((await signIn(email)).token, factorId, codeOf(secret))
    expect([right.status, right.code]).toEqual([429, 'over_request_rate_limit'])
    expect(await mails(token)).toBe(0)
    const subjects = (await mailsTo(app.database.sql, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Wrong codes'))).toHaveLength(1)
  })

  test('is still accepted from an owner who comes by a mailed link while others guess, and ends their sessions', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const { sql } = app.database
    const thief = (await signIn(email)).token
    const guess = async (token: string) => (await verify(token, factorId, wrongCodeOf(secret))).status
    for (let n = 0; n < 5; n++) expect(await guess(thief)).toBe(422)
    expect(await guess(thief)).toBe(429)

    await requestAuth(app, '/recover', { body: { email } })
    const token_hash = await mailedToken(sql, email)
    const opened = await requestAuth(app, '/verify', { body: { type: 'recovery', token_hash } })
    const shown = await verify(opened.body.access_token, factorId, codeOf(secret))
    expect(shown.status).toBe(200)
    const password = 'purple monkey dishwasher'
    const changed = await requestAuth(app, '/user', {
      method: 'PUT',
      token: shown.body.access_token,
      body: { password },
    })
    expect(changed.status).toBe(200)
    expect(await guess(thief)).not.toBe(422)
    expect((await requestAuth(app, '/user', { token: thief })).status).toBe(403)
  })

  test('can be guessed at twenty-five times in a day', async () => {
    const { email, secret, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const statuses = []
    for (let n = 0; n < 26; n++) {
      if (n % 5 === 0) await app.database.sql`delete from private.rate_limits where key like 'factor-code:%'`
      statuses.push((await verify(token, factorId, wrongCodeOf(secret))).status)
    }
    expect(statuses).toEqual([...Array(25).fill(422), 429])
  })

  test('can be guessed at five times after a mailed link too', async () => {
    const { email, secret, factorId } = await userWithFactor()
    await requestAuth(app, '/otp', { body: { email } })
    const token_hash = await mailedToken(app.database.sql, email)
    const opened = await requestAuth(app, '/verify', { body: { type: 'magiclink', token_hash } })
    const token = opened.body.access_token
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await verify(token, factorId, wrongCodeOf(secret))).status)
    expect(statuses).toEqual([...Array(5).fill(422), 429])
  })

  test('is not needed to protect the limit on changes: sessions without it have a count of their own', async () => {
    const { email, client, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    const statuses = []
    for (let n = 0; n < 21; n++) {
      statuses.push((await requestAuth(app, `/factors/${factorId}`, { method: 'DELETE', token })).status)
    }
    // The enrolment was one of the twenty changes.
    expect(statuses).toEqual([...Array(19).fill(422), 429, 429])
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test('does not count when it is right', async () => {
    const { email, secret, factorId } = await userWithFactor()
    for (let n = 0; n < 7; n++) {
      const { token } = await signIn(email)
      expect((await verify(token, factorId, codeOf(secret))).status).toBe(200)
      nextStep()
    }
  })
})

describe('a challenge', () => {
  test('is valid once, in time, for its own session and factor', async () => {
    const { email, client, secret, factorId } = await userWithFactor()
    const tablet = await addFactor(client, 'Tablet')
    const [here, there] = [await signIn(email), await signIn(email)]
    const code = codeOf(secret)
    const ofOther = await challenge(there.token, factorId)
    expect((await verify(here.token, factorId, code, ofOther)).code).toBe('mfa_factor_not_found')
    const ofTablet = await challenge(here.token, tablet.factorId)
    expect((await verify(here.token, factorId, code, ofTablet)).code).toBe('mfa_factor_not_found')
    const old = await challenge(here.token, factorId)
    await app.database
      .sql`update auth.mfa_challenges set created_at = created_at - interval '5 minutes' where id = ${old}`
    expect((await verify(here.token, factorId, code, old)).code).toBe('mfa_challenge_expired')
    const own = await challenge(here.token, factorId)
    const { status, body } = await verify(here.token, factorId, code, own)
    expect(status).toBe(200)
    nextStep()
    const again = await verify(body.access_token, factorId, codeOf(secret), own)
    expect(again.code).toBe('mfa_challenge_expired')
  })

  test.each(['', 'x', '%', '../verify', "' or true --", randomUUID().slice(1), 'null', '__proto__'])(
    'called %j is none',
    async (id) => {
      const { email, secret, factorId } = await userWithFactor()
      const { token } = await signIn(email)
      const { status, code } = await verify(token, factorId, codeOf(secret), id)
      expect([status, code]).toEqual([400, 'validation_failed'])
    },
  )

  test('is bounded in number', async () => {
    const { email, factorId } = await userWithFactor()
    const { token } = await signIn(email)
    for (let n = 0; n < 20; n++) await challenge(token, factorId)
    const [row] = await app.database
      .sql`select count(*)::int as n from auth.mfa_challenges where factor_id = ${factorId}`
    expect(row?.n).toBeLessThanOrEqual(7)
  })
})

describe('a factor of somebody else', () => {
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

describe('somebody who knows only the password', () => {
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
    expect([200, 403]).toContain(verified.status)
    expect(ended.status).toBe(204)
    expect((await requestAuth(app, '/user', { token })).status).toBe(403)
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

describe('recovery codes', () => {
  async function userWithCodes() {
    const user = await userWithFactor()
    const token = (await user.client.auth.getSession()).data.session?.access_token ?? ''
    const { body } = await post('/factors/recovery-codes', token)
    return { ...user, token, set: body as { id: string; codes: string[] } }
  }
  const recover = async (token: string, code: unknown) => {
    const { status, body } = await post('/factors/recovery-codes/verify', token, { code })
    return { status, code: body.error_code }
  }

  test('work once, also when sent concurrently in one or several sessions', async () => {
    const { email, set } = await userWithCodes()
    const sessions = await Promise.all(Array.from({ length: 3 }, () => signIn(email)))
    const across = await Promise.all(sessions.map(({ token }) => recover(token, set.codes[0])))
    expect(across.filter(({ status }) => status === 200)).toHaveLength(1)
    const { token } = await signIn(email)
    const within = await Promise.all(Array.from({ length: 4 }, () => recover(token, set.codes[1])))
    expect(within.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })

  test('of another user are wrong', async () => {
    const { email } = await userWithCodes()
    const other = await userWithCodes()
    const { token } = await signIn(email)
    expect((await recover(token, other.set.codes[0])).code).toBe('mfa_verification_failed')
  })

  test('are locked after five wrong ones, and regenerating them unlocks', async () => {
    const { email, token, set } = await userWithCodes()
    const guesser = (await signIn(email)).token
    for (let n = 0; n < 5; n++) expect((await recover(guesser, `${n}`.repeat(16))).status).toBe(422)
    expect(await recover(guesser, set.codes[0])).toEqual({ status: 429, code: 'mfa_recovery_codes_locked' })
    const { body } = await post('/factors/recovery-codes/regenerate', token)
    expect((await recover(guesser, body.codes[0])).status).toBe(200)
  })

  test.each([undefined, null, '', 7, [], {}, '\0'.repeat(16), '😀'.repeat(8), 'k'.repeat(10_000)])(
    'as %j are refused',
    async (code) => {
      const { email } = await userWithCodes()
      const { token } = await signIn(email)
      expect([400, 422]).toContain((await recover(token, code)).status)
    },
  )

  test('are not accepted by the endpoints for authenticator apps', async () => {
    const { token, set } = await userWithCodes()
    const answers = [
      await post(`/factors/${set.id}/challenge`, token),
      await post(`/factors/${set.id}/verify`, token, { challenge_id: randomUUID(), code: set.codes[0] }),
      await requestAuth(app, `/factors/${set.id}`, { method: 'DELETE', token }),
    ]
    expect(answers.map(({ body }) => body.error_code)).toEqual(Array(3).fill('mfa_factor_not_found'))
  })
})

describe('a body', () => {
  test.each<[string, unknown]>([
    ['with a key that is unknown', { factor_type: 'totp', status: 'verified' }],
    ['with a prototype', '{"factor_type":"totp","__proto__":{"status":"verified"}}'],
    ['without a type', { friendly_name: 'x' }],
    ['with a name of 65 characters', { factor_type: 'totp', friendly_name: 'x'.repeat(65) }],
    ['with NUL in its name', { factor_type: 'totp', friendly_name: 'x\0' }],
    ['with half a surrogate pair for an issuer', { factor_type: 'totp', issuer: '\uD83D' }],
    ['that is a list', [{ factor_type: 'totp' }]],
  ])('%s enrols nothing', async (_what, body) => {
    const { client } = await userWithFactor()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const answer = await post('/factors', token, body)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  test('of a challenge is empty, or repeats the id of the URL', async () => {
    const { client, factorId } = await userWithFactor()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const statuses = []
    for (const body of ['', {}, { factorId }, { factorId: randomUUID() }, { factor_id: factorId }, '{']) {
      statuses.push((await post(`/factors/${factorId}/challenge`, token, body)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 400, 400, 400])
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
