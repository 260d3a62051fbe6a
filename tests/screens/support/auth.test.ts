import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { ADMIN, startTestApp } from '../../support/app.ts'
import { mailedToken } from '../../support/links.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'
import { CODE, LINK_TOKEN, openAuth, PASSWORD } from './auth.ts'
import { fits } from './compare-answers.ts'

const CLIENT = {
  auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
}

type Answers = Record<string, { data: unknown; error: string }>

interface Person {
  email: string
  password: string
  showCode: (secret: string) => string
  linkToken: () => Promise<string>
}

/** Records the answers to a client from the first sign-in to the removal of the second factor, wrong turns included. */
async function signInInEveryWay(
  client: Client,
  { email, password, showCode, linkToken }: Person,
): Promise<Answers> {
  const { auth } = client
  const answers: Record<string, { data: unknown; error: unknown }> = {}
  answers.wrongPassword = await auth.signInWithPassword({ email, password: 'not the password' })
  answers.forgotten = await auth.resetPasswordForEmail(email)
  answers.wrongLink = await auth.verifyOtp({ type: 'recovery', token_hash: 'no-such-token' })
  const token_hash = await linkToken()
  answers.link = await auth.verifyOtp({ type: 'recovery', token_hash })
  answers.usedLink = await auth.verifyOtp({ type: 'recovery', token_hash })
  answers.signedIn = await auth.signInWithPassword({ email, password })
  answers.user = await auth.getUser()
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  answers.enrolled = enrolled
  const factorId = enrolled.data?.id ?? ''
  answers.wrongCode = await auth.mfa.challengeAndVerify({ factorId, code: '000000' })
  const code = showCode(enrolled.data && 'totp' in enrolled.data ? enrolled.data.totp.secret : '')
  answers.verified = await auth.mfa.challengeAndVerify({ factorId, code })
  const made = await auth.mfa.recoveryCodes.generate()
  answers.recoveryCodes = made
  answers.wrongRecoveryCode = await auth.mfa.recoveryCodes.verify({ code: '0000' })
  answers.recovered = await auth.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })
  answers.codesLeft = await auth.mfa.recoveryCodes.getStatus()
  answers.refreshed = await auth.refreshSession()
  answers.removed = await auth.mfa.unenroll({ factorId })
  answers.afterwards = await auth.getUser()
  return Object.fromEntries(
    Object.entries(answers).map(([name, { data, error }]) => [name, { data, error: describe(error) }]),
  )
}

const describe = (error: unknown) => {
  const { status, code, message } = (error ?? {}) as Record<string, unknown>
  return error ? `${status} ${code} ${message}` : 'none'
}

test('accounts of screens are answered as the server does', async () => {
  const app = await startTestApp()
  try {
    const real = await signInInEveryWay(
      createClient<Database>(app.url, TEST_SECRETS.publishableKey, CLIENT),
      {
        ...ADMIN,
        showCode: (secret) => new TOTP({ secret }).generate(),
        linkToken: () => mailedToken(app.database.sql, ADMIN.email),
      },
    )
    const { answer } = openAuth({ email: ADMIN.email, member: null })
    const fetch: typeof globalThis.fetch = async (...sent) => {
      const request = new Request(...sent)
      const text = await request.clone().text()
      return answer(request, text ? JSON.parse(text) : undefined)
    }
    const standIn = await signInInEveryWay(
      createClient<Database>('http://screen.invalid', 'key', { ...CLIENT, global: { fetch } }),
      {
        email: ADMIN.email,
        password: PASSWORD,
        showCode: () => CODE,
        linkToken: async () => LINK_TOKEN,
      },
    )
    expect(fits(real, standIn, 'auth')).toEqual([])
    const errors = (answers: Answers) => Object.entries(answers).map(([step, { error }]) => [step, error])
    expect(errors(standIn)).toEqual(errors(real))
  } finally {
    await app.stop()
  }
})
