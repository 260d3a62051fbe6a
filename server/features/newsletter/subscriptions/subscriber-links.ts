import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LinkPurpose } from '#core/domain/subscription.ts'

/** The tokens in links to subscribers. They are not stored and do not expire, because old newsletters keep their links. */
export interface SubscriberLinks {
  tokenFor(purpose: LinkPurpose, subscriberId: string): string
  /** The subscriber of a valid token for this purpose; else null. */
  read(purpose: LinkPurpose, token: string): string | null
}

const ID_BYTES = 16
const MAC_BYTES = 32
const TOKEN = /^[\w-]{64}$/

/** A token is the id of a subscriber with an HMAC-SHA-256 of purpose and id, in base64url. */
export function createSubscriberLinks(jwtSecret: string): SubscriberLinks {
  // Created once, because importing the key for each token would take longer than signing.
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', jwtSecret, '', 'links of newsletter subscribers', 32)),
  )
  const macOf = (purpose: LinkPurpose, id: Buffer) =>
    createHmac('sha256', key).update(`${purpose}:`).update(id).digest()
  return {
    tokenFor(purpose, subscriberId) {
      const id = Buffer.from(subscriberId.replaceAll('-', ''), 'hex')
      if (id.length !== ID_BYTES) throw new TypeError('A subscriber id is a UUID')
      return Buffer.concat([id, macOf(purpose, id)]).toString('base64url')
    },
    read(purpose, token) {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(purpose, id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
