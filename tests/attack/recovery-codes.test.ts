import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requestAuth } from '../support/auth.ts'
import { startSecondFactorApp } from './second-factor-app.ts'

const { app, signIn, userWithFactor, post } = await startSecondFactorApp()

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
