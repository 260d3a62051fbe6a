import { deskQuery } from '#app/admin/query/desk-query.ts'
import { findWebhook, listWebhookDeliveries, listWebhooks } from '#core/data/webhooks.ts'

export const WEBHOOKS_KEY = ['webhooks']
export const DELIVERIES_PER_PAGE = 25

/** A burst of deliveries changes a webhook ten times a second. */
const LIVE = { live: ['webhooks'], isCalm: true } as const

export const webhooksQuery = deskQuery([...WEBHOOKS_KEY, 'list'], listWebhooks, LIVE)

export const webhookQuery = (id: string) =>
  deskQuery([...WEBHOOKS_KEY, 'webhook', id], (client) => findWebhook(client, id), LIVE)

/** Every attempt changes the webhook, so its log follows the changes of that. */
export const deliveriesQuery = (webhookId: string, page: number) =>
  deskQuery(
    [...WEBHOOKS_KEY, 'deliveries', webhookId, page],
    (client) => listWebhookDeliveries(client, { webhookId, page, pageSize: DELIVERIES_PER_PAGE }),
    LIVE,
  )
