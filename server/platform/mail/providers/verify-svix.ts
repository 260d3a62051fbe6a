import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300
/** While a secret is rotated, two keys sign. */
const MOST_SIGNATURES = 8
const ID = /^[\x21-\x7e]{1,200}$/

interface SvixHeaders {
  id: string
  timestamp: string
  signature: string
}

/** Decodes the key of a secret of the form `whsec_…`. */
export function keyOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice('whsec_'.length), 'base64')
}

/**
 * Returns true if Svix, with which Resend sends its events, has signed this body within five minutes of now: HMAC-SHA-256 of id, time and
 * body, of which the header may hold several, each with a version.
 */
export function isSignedBySvix(
  { id, timestamp, signature }: SvixHeaders,
  body: Uint8Array,
  key: Buffer,
  now = Date.now(),
): boolean {
  if (!ID.test(id) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const offered = signature.split(' ', MOST_SIGNATURES).flatMap((versioned) => {
    const [, value] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(versioned) ?? []
    return value ? [Buffer.from(value, 'base64')] : []
  })
  // All are compared, so that the time taken reveals nothing.
  return offered.map((given) => timingSafeEqual(given, expected)).includes(true)
}
