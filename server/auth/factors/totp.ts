import { Secret, TOTP } from 'otpauth'

/** What every authenticator app can do (RFC 6238). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A clock may be this many steps off, either way. */
const SKEW_STEPS = 1
const SECRET_BYTES = 20

/** In base32, as apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that an app reads from a QR code. */
export function totpUri(options: { secret: string; issuer: string; account: string }): string {
  const { secret, issuer, account } = options
  return new TOTP({ ...FORM, secret, issuer, label: account }).toString()
}

/** The time step that a code belongs to, now or a step off; null when it belongs to none of them. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  // The library throws at digits of other scripts.
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...FORM, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
