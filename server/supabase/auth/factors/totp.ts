import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import { createSecretBox, type SecretBox } from '#server/platform/secret-box.ts'

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

/** The white border that the standard requires, in modules. */
const QUIET_ZONE = 4

/**
 * Draws a QR code as SVG, black on white. The SVG contains neither `#` nor `%`, because the official client puts it into a data
 * URL without encoding it.
 */
export function qrCodeSvg(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const size = rows.length
  const path = rows.map(pathOfRow).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path}"/></svg>`
  )
}

/** One rectangle for each run of dark modules. */
function pathOfRow(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    path += `M${start} ${y}h${x - start + 1}v1H${start}z`
  }
  return path
}

/** Encrypts the secrets of factors for the database; each is bound to the id of its factor. */
export function createFactorSecrets(jwtSecret: string): SecretBox {
  const box = createSecretBox(jwtSecret, 'secrets of second factors')
  return {
    seal: box.seal,
    open(factorId, sealed) {
      try {
        return box.open(factorId, sealed)
      } catch (cause) {
        const hint = 'Has JWT_SECRET changed? `npm run admin -- remove-factors EMAIL` lets its user in.'
        throw new Error(`The secret of the second factor ${factorId} cannot be decrypted. ${hint}`, { cause })
      }
    },
  }
}
