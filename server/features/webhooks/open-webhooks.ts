import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { createSecretBox, type SecretBox } from '#server/platform/secret-box.ts'

/** The parts that sending to webhooks needs: how their secrets are encrypted, and how requests are sent. */
export interface Webhooks {
  box: SecretBox
  client: ClientOptions
}

export function openWebhooks(options: {
  siteUrl: string
  jwtSecret: string
  allowed: readonly string[]
  nameServers?: readonly string[]
}): Webhooks {
  const { siteUrl, jwtSecret, allowed, nameServers } = options
  return {
    box: createSecretBox(jwtSecret, 'secrets of webhooks'),
    client: { allowed, nameServers, userAgent: `Webhooks/1.0 (+${siteUrl})` },
  }
}

/** The name to which a sealed secret is bound. */
export const ownerOfSecret = (webhookId: string): string => `webhook ${webhookId}`
