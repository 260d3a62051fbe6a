import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app supports (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A clock may be this many steps off, either way. */
const SKEW_STEPS = 1
const SECRET_BYTES = 20

/** A new secret in base32, the form that apps accept. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth:` URI that an app reads from a QR code. */
export function totpUri(options: { secret: string; issuer: string; account: string }): string {
  const { secret, issuer, account } = options
  return new TOTP({ ...PARAMETERS, secret, issuer, label: account }).toString()
}

/** The time step of a code, which may be one off from now; null when the code is wrong. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  // The library throws for digits of other scripts.
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...PARAMETERS, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
