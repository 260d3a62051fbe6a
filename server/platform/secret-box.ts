import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Names the format, so that it can change later. */
const PREFIX = 'v1.'

/** Encrypts secrets for the database, which never sees the key. */
export interface SecretBox {
  /** Binds the secret to an owner, so that copying it to another one makes it useless. */
  seal(owner: string, secret: string): string
  /** @throws when the text was sealed for another owner or with another key */
  open(owner: string, sealed: string): string
}

/** `purpose` separates the key from those for other secrets of the site. */
export function createSecretBox(jwtSecret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, 32))
  return {
    seal(owner, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return PREFIX + Buffer.concat(parts).toString('base64url')
    },
    open(owner, sealed) {
      if (!sealed.startsWith(PREFIX)) throw new Error('Unknown format')
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([secret, decipher.final()]).toString('utf8')
    },
  }
}
