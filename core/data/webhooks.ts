import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { WebhookInput } from '#core/domain/webhook.ts'

type Tables = Database['public']['Tables']
export type Webhook = Tables['webhooks']['Row']
export type WebhookDelivery = Tables['webhook_deliveries']['Row']

/** All webhooks, the oldest first. */
export async function listWebhooks(client: Client): Promise<Webhook[]> {
  const { data } = await client.from('webhooks').select('*').order('created_at').order('id').throwOnError()
  return data
}

export async function findWebhook(client: Client, id: string): Promise<Webhook | null> {
  const { data } = await client.from('webhooks').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** The log of a webhook, the latest event first. */
export async function listWebhookDeliveries(
  client: Client,
  options: PageOptions & { webhookId: string },
): Promise<Page<WebhookDelivery>> {
  const query = client
    .from('webhook_deliveries')
    .select('*', { count: 'exact' })
    .eq('webhook_id', options.webhookId)
    .order('happened_at', { ascending: false })
    .order('id')
  return readPage((from, to) => query.range(from, to).throwOnError(), options)
}

/** Adds a webhook, with its secret in the answer, or changes one. */
export const saveWebhook = (
  client: Client,
  webhook: WebhookInput & { id: string | null },
): Promise<Answer<{ id: string; secret: string | null }>> =>
  callFunction(client, 'save-webhook', webhook, [400, 404, 409])

export const renewWebhookSecret = (client: Client, id: string): Promise<Answer<{ secret: string }>> =>
  callFunction(client, 'renew-webhook-secret', { id }, [404])

/** Sends a test; the answer names its delivery. */
export const testWebhook = (client: Client, id: string): Promise<Answer<{ id: string }>> =>
  callFunction(client, 'test-webhook', { id }, [404, 409])

export const resendWebhookDelivery = (client: Client, id: string): Promise<Answer<{ id: string }>> =>
  callFunction(client, 'resend-webhook-delivery', { id }, [404, 409])

export async function deleteWebhook(client: Client, id: string): Promise<void> {
  await client.from('webhooks').delete().eq('id', id).throwOnError()
}
