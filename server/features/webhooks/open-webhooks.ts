import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { createSecretBox, type SecretBox } from '#server/platform/secret-box.ts'

/** What sending to webhooks needs: how their secrets are encrypted, and how requests are sent. */
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

/** What a sealed secret is bound to. */
export const ownerOfSecret = (webhookId: string): string => `webhook ${webhookId}`
