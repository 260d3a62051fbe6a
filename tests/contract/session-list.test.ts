import { describe, expect, test } from 'vitest'
import { listMySessions } from '#core/data/accounts.ts'
import { clientFrom } from '../support/auth.ts'
import { codeOf, nextStep } from '../support/factors.ts'
import { startFactorApp } from './factor-app.ts'

const { app, newUser, signIn, userWithFactor } = await startFactorApp()

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
