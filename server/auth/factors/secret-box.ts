import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Names the format, so that it can change later. */
const PREFIX = 'v1.'

/** Encrypts the secrets of factors for the database, which never sees the key. */
export interface SecretBox {
  seal(factorId: string, secret: string): string
  /** @throws when the text was sealed for another factor or with another key */
  open(factorId: string, sealed: string): string
}

/** Each secret is bound to its factor, so that copying it to another row makes it useless. */
export function createSecretBox(jwtSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'secrets of second factors', 32))
  return {
    seal(factorId, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(factorId))
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return PREFIX + Buffer.concat(parts).toString('base64url')
    },
    open(factorId, sealed) {
      try {
        if (!sealed.startsWith(PREFIX)) throw new Error('Unknown format')
        const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(factorId))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([secret, decipher.final()]).toString('utf8')
      } catch (cause) {
        const hint = 'Has JWT_SECRET changed? `npm run admin -- remove-factors EMAIL` lets its user in.'
        throw new Error(`The secret of the second factor ${factorId} cannot be decrypted. ${hint}`, { cause })
      }
    },
  }
}
