import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { describeLastAttempt, stateOf } from '#app/admin/webhooks/describe-webhook.ts'
import { webhookPath } from '#app/admin/webhooks/webhook-paths.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Webhook } from '#core/data/webhooks.ts'

/** The webhooks with their state and what became of the last attempt. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return <p className="text-sm text-soft">{t('webhooks.none')}</p>
  return (
    <ul aria-labelledby="webhooks" className="divide-y divide-line">
      {webhooks.map((webhook) => {
        const { tone, label } = stateOf(webhook)
        return (
          <li key={webhook.id} className="py-4 first:pt-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Link
                to={webhookPath(webhook.id)}
                className="min-w-0 font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
              >
                {webhook.url}
              </Link>
              <Badge tone={tone}>{label}</Badge>
            </p>
            <p className="mt-1 text-sm text-soft">{describeLastAttempt(webhook)}</p>
            <p className="mt-0.5 text-faint text-sm wrap-anywhere">{webhook.events.join(', ')}</p>
          </li>
        )
      })}
    </ul>
  )
}
