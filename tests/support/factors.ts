import { TOTP } from 'otpauth'
import { vi } from 'vitest'
import type { Client } from '#core/data/client.ts'

const STEP_MS = 30_000

/** Stops the clock of this process at the start of a time step, so that a code does not change during a request. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / STEP_MS) * STEP_MS)
}

/** Moves the clock to the next time step, in which an app shows a new code. */
export function nextStep(): void {
  vi.setSystemTime(Date.now() + STEP_MS)
}

/** The code of an app whose clock is so many seconds off. */
export function codeOf(secret: string, secondsOff = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + secondsOff * 1000 })
}

/** A code that is not valid at any time near now. */
export function wrongCodeOf(secret: string): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  )
}

/** Enrols and verifies a factor for the signed-in user. */
export async function addFactor(client: Client, friendlyName = 'Telephone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { id: factorId, totp } = data
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  if (verified.error) throw verified.error
  nextStep()
  return { factorId, secret: totp.secret, session: verified.data }
}
