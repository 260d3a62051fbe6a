import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requestAuth } from '../support/auth.ts'
import { addFactor, codeOf, nextStep, wrongCodeOf } from '../support/factors.ts'
import { mailedToken, mailsTo } from '../support/links.ts'
import { startSecondFactorApp } from './second-factor-app.ts'

const { app, signIn, userWithFactor, post, challenge, verify, mails } = await startSecondFactorApp()

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

describe('a body', () => {
  test.each<[string, unknown]>([
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

  test.each<[string, unknown]>([
    ['with a key that is unknown', { factor_type: 'totp', friendly_name: 'x', status: 'verified' }],
    ['with a prototype', '{"factor_type":"totp","friendly_name":"x","__proto__":{"status":"verified"}}'],
  ])('%s enrols a factor that is not verified', async (_what, body) => {
    const { client } = await userWithFactor()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect((await post('/factors', token, body)).status).toBe(200)
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all.map(({ status }) => status).toSorted()).toEqual(['unverified', 'verified'])
  })

  test('of a challenge is not read, but has to be JSON', async () => {
    const { client, factorId } = await userWithFactor()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const statuses = []
    for (const body of ['', {}, { factorId }, { channel: null }, { factor_id: factorId }, '{']) {
      statuses.push((await post(`/factors/${factorId}/challenge`, token, body)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400])
  })
})
