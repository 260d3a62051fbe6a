import { type Feature, forAdministrators, HELD, HELD_EVERY_MINUTE, POST } from '#server/features/feature.ts'
import { deliverOnNotify, deliverWebhook, followWebhooks } from '#server/features/webhooks/deliver-webhook.ts'
import * as functions from '#server/features/webhooks/functions/webhooks.ts'
import { deliverWebhookJob, followWebhooksJob, sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { sendWebhookNotice } from '#server/features/webhooks/mails/webhook-notice-mail.tsx'
import { openWebhooks, type Webhooks } from '#server/features/webhooks/open-webhooks.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** How other programs are told what happens. */
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
  purges: {
    // The log of webhooks.
    'public.webhook_deliveries': fragment`status <> 'waiting' and (happened_at < now() - interval '30 days' or id in (
      select id from (
        select id, row_number() over (partition by webhook_id order by happened_at desc, id) as place
        from public.webhook_deliveries where status <> 'waiting') as ended
      where place > 1000))`,
  },
} satisfies Feature
