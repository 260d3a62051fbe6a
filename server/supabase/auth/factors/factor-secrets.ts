import { createSecretBox, type SecretBox } from '#server/platform/secret-box.ts'

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
