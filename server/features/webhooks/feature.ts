import { type Feature, forAdministrators, HELD, HELD_EVERY_MINUTE, POST } from '#server/features/feature.ts'
import { deliverOnNotify, deliverWebhook, followWebhooks } from '#server/features/webhooks/deliver-webhook.ts'
import * as functions from '#server/features/webhooks/functions/webhooks.ts'
import { deliverWebhookJob, followWebhooksJob, sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { sendWebhookNotice } from '#server/features/webhooks/mails/webhook-notice-mail.tsx'
import { openWebhooks, type Webhooks } from '#server/features/webhooks/open-webhooks.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** The way in which other programs are told what happens. */
    webhooks: Webhooks
  }
}

export const webhooksFeature = {
  opens: ({ siteUrl }, { config, jwtSecret }) => ({
    webhooks: openWebhooks({ siteUrl, jwtSecret, allowed: config.webhookServers }),
  }),
  // biome-ignore format: one function in a line
  functions: {
    'save-webhook': { ...POST, ...forAdministrators, limit: 'webhook-change', handle: functions.saveWebhook },
    'renew-webhook-secret': { ...POST, ...forAdministrators, limit: 'webhook-change', handle: functions.renewWebhookSecret },
    'test-webhook': { ...POST, ...forAdministrators, limit: 'webhook-sending', tooMany: 'tests', handle: functions.testWebhook },
    'resend-webhook-delivery': { ...POST, ...forAdministrators, limit: 'webhook-sending', tooMany: 'deliveries', handle: functions.resendWebhookDelivery },
  },
  jobs: [
    handles(deliverWebhookJob, deliverWebhook, HELD),
    handles(followWebhooksJob, followWebhooks, HELD_EVERY_MINUTE),
    handles(sendWebhookNoticeJob, sendWebhookNotice),
  ],
  notified: (services) => [deliverOnNotify(services)],
} satisfies Feature
