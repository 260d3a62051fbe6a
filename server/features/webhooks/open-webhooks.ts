import { createHmac, randomBytes } from 'node:crypto'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { keyOfSecret } from '#server/platform/mail/providers/verify-svix.ts'
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

const SECRET_BYTES = 32

/** A new secret of the form `whsec_…`. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * The headers of a message by Standard Webhooks: an HMAC-SHA-256 of id, time and body for each secret, so that receivers can change theirs.
 */
export function signMessage(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
