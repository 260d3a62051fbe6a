import { describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { mailsTo } from '../support/links.ts'
import { desk, levels, OPEN, SHUT, startFactorApp } from './factor-app.ts'

const { app, newUser, signIn, userWithFactor } = await startFactorApp()

describe('recovery codes', () => {
  const enableRecoveryCodes = (client: Client) => {
    // Does the same as the client option `auth.experimental.recoveryCodes`.
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
