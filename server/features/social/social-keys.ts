import { LRUCache } from 'lru-cache'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { Fedify } from '#server/features/social/load-fedify.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'

const ALGORITHMS = ['RSASSA-PKCS1-v1_5', 'Ed25519'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** The keys are like those that Mastodon makes. Fedify's have 4096 bits, and sign five times as slowly. */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
}

interface StoredKey {
  public: JsonWebKey
  sealed: string
}

/** The keys of each language: RSA for HTTP signatures, Ed25519 for proofs in objects. They are made when they are needed first. */
export interface SocialKeys {
  pairsOf(language: Language): Promise<CryptoKeyPair[]>
}

export function createSocialKeys(options: {
  sql: Sql
  jwtSecret: string
  fedify: Pick<Fedify, 'exportJwk' | 'generateCryptoKeyPair' | 'importJwk'>
}): SocialKeys {
  const { sql, jwtSecret, fedify } = options
  const box = createSecretBox(jwtSecret, 'keys of the social web')
  const pairs = new LRUCache<Language, Promise<CryptoKeyPair[]>>({ max: LANGUAGE_CODES.length })

  async function pairOf(language: Language, algorithm: Algorithm): Promise<CryptoKeyPair> {
    const owner = `${language} ${algorithm}`
    const open = ({ public: publicKey, sealed }: StoredKey) =>
      Promise.all([
        fedify.importJwk(publicKey, 'public'),
        fedify.importJwk(JSON.parse(box.open(owner, sealed)), 'private'),
      ]).then(([publicKey, privateKey]) => ({ publicKey, privateKey }))
    const stored = await find(language, algorithm)
    // One that another secret has encrypted is of no use any more; others fetch the new one when a signature does not fit.
    if (stored) return open(stored).catch(() => make(true))
    return make(false)

    async function make(replaces: boolean): Promise<CryptoKeyPair> {
      const { publicKey, privateKey } = await (algorithm === 'Ed25519'
        ? fedify.generateCryptoKeyPair(algorithm)
        : crypto.subtle.generateKey(RSA, true, ['sign', 'verify']))
      const [shown, secret] = await Promise.all([fedify.exportJwk(publicKey), fedify.exportJwk(privateKey)])
      await sql`
        insert into private.social_keys as key (language, algorithm, public_key, sealed_private_key)
        values (${language}, ${algorithm}, ${JSON.stringify(shown)}::jsonb, ${box.seal(owner, JSON.stringify(secret))})
        on conflict (language, algorithm) do update
          set public_key = excluded.public_key, sealed_private_key = excluded.sealed_private_key, made_at = now()
          where ${replaces} and key.sealed_private_key = ${stored?.sealed ?? ''}`
      // Another process may have been first.
      const kept = await find(language, algorithm)
      if (!kept) throw new Error(`The key of ${owner} is gone`)
      return open(kept)
    }
  }

  async function find(language: Language, algorithm: Algorithm): Promise<StoredKey | undefined> {
    const [row] = await sql<StoredKey[]>`
      select public_key as public, sealed_private_key as sealed from private.social_keys
      where language = ${language} and algorithm = ${algorithm}`
    return row
  }

  return {
    pairsOf(language) {
      const known =
        pairs.get(language) ?? Promise.all(ALGORITHMS.map((algorithm) => pairOf(language, algorithm)))
      pairs.set(language, known)
      known.catch(() => pairs.delete(language))
      return known
    },
  }
}
