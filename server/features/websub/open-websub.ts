import { WEBSUB_PATH } from '#core/paths.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { createSecretBox, type SecretBox } from '#server/platform/secret-box.ts'

/** The parts that telling subscribers of feeds needs. */
export interface WebSub {
  /** The hub that feeds name. */
  hubUrl: string
  /** True if this site is that hub. */
  isOwnHub: boolean
  /** Encrypts the secrets of subscribers. */
  box: SecretBox
  client: ClientOptions
}

export function openWebSub(options: {
  siteUrl: string
  jwtSecret: string
  /** A public hub to use instead of our own. */
  hubUrl: string | null
  /** Addresses that are not public and may be sent to all the same; for tests. */
  allowed?: readonly string[]
}): WebSub {
  const { siteUrl, jwtSecret, hubUrl, allowed = [] } = options
  return {
    hubUrl: hubUrl ?? siteUrl + WEBSUB_PATH,
    isOwnHub: hubUrl === null,
    box: createSecretBox(jwtSecret, 'secrets of feed subscribers'),
    client: { allowed, userAgent: `WebSub/1.0 (+${siteUrl})` },
  }
}

/** The name to which a sealed secret is bound. */
export const ownerOfSecret = ({ topic, callback }: { topic: string; callback: string }): string =>
  `websub ${topic} ${callback}`
