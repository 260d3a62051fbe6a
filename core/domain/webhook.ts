import { z } from '#core/domain/schema.ts'

/** The events, as receivers know them; the table `webhooks` has the same list. */
export const WEBHOOK_EVENTS = [
  'article.published',
  'article.updated',
  'article.unpublished',
  'article.corrected',
  'translation.waiting',
  'translation.published',
  'translation.failed',
  'newsletter.approved',
  'newsletter.sent',
  'newsletter.paused',
  'subscriber.confirmed',
  'subscriber.left',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent on an administrator's request, to disabled webhooks as well. */
export const WEBHOOK_TEST = 'webhook.test'

export const MOST_WEBHOOKS = 20

const WEBHOOK_URL_MAX_LENGTH = 1_000

const MALFORMED = 'Enter an address such as https://example.org/hooks'

/**
 * An address to which deliveries go, as `URL` writes it. Whether the server behind it is public is known when it is connected to; the
 * environment may allow others.
 */
const webhookUrl = z
  .string()
  .trim()
  .min(1, 'Enter an address')
  .max(WEBHOOK_URL_MAX_LENGTH, `At most ${WEBHOOK_URL_MAX_LENGTH} characters`)
  // URL would silently remove line breaks.
  .refine((text) => !/[\s\p{Cc}]/u.test(text), 'An address has no spaces')
  .transform((text, context) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) {
      context.addIssue({ code: 'custom', message: MALFORMED })
      return z.NEVER
    }
    if (url.username || url.password) {
      context.addIssue({ code: 'custom', message: 'An address here has no user and no password' })
      return z.NEVER
    }
    url.hash = ''
    return url.href
  })
  .refine((href) => href.length <= WEBHOOK_URL_MAX_LENGTH, `At most ${WEBHOOK_URL_MAX_LENGTH} characters`)

export const webhookInput = z.strictObject({
  url: webhookUrl,
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Choose at least one event')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  enabled: z.boolean(),
})
export type WebhookInput = z.output<typeof webhookInput>

/** The reasons for the failure of an attempt: the values of the columns `problem`. */
const WEBHOOK_PROBLEMS = [
  'address',
  'private',
  'name',
  'connection',
  'certificate',
  'time',
  'redirect',
  'status',
  'secret',
  'off',
  'too_many',
  'restored',
] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** A row of `webhooks`. */
export interface WebhookRow {
  events: WebhookEvent[]
  problem: WebhookProblem | null
}

/** A row of `webhook_deliveries`. */
export interface WebhookDeliveryRow {
  event: WebhookEvent | typeof WEBHOOK_TEST
  data: Record<string, unknown>
  status: 'waiting' | 'delivered' | 'failed'
  problem: WebhookProblem | null
}
