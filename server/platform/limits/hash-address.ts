import { createHmac, hkdfSync } from 'node:crypto'

/** Hashes a network address, or another key of a limit, for storage. */
export type HashAddress = (text: string) => string

/** Keyed with the secret of the site: there are so few addresses that a plain hash of each could be looked up. */
export function createAddressHash(jwtSecret: string): HashAddress {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'network addresses', 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
