import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { webhookPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { IntegrationsHeading } from '#app/admin/operations/integrations-heading.tsx'
import {
  describeLastAttempt,
  stateOf,
  webhooksQuery,
} from '#app/admin/operations/webhooks/describe-webhook.ts'
import { WebhookForm, WebhookSecret } from '#app/admin/operations/webhooks/webhook-form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Webhook } from '#core/data/webhooks.ts'

export default function Webhooks() {
  const webhooks = useQuery(webhooksQuery)
  const [secret, setSecret] = useState('')
  return (
    <>
      <IntegrationsHeading />
      <p className="mb-7 max-w-prose text-sm text-soft">{t('webhooks.intro')}</p>
      <PageSection id="webhooks" title={t('webhooks.list')} intro={t('webhooks.list.intro')}>
        <QueryView query={webhooks} what={t('webhooks.title')} pending={<ListSkeleton rows={2} />}>
          {(rows) => <WebhookList webhooks={rows} />}
        </QueryView>
      </PageSection>
      <PageSection id="add" title={t('webhooks.add')} intro={t('webhooks.add.intro')}>
        {secret && (
          <div className="mb-7">
            <WebhookSecret secret={secret} />
          </div>
        )}
        <WebhookForm webhook={null} onSaved={(saved) => setSecret(saved.secret ?? '')} />
      </PageSection>
    </>
  )
}

/** The webhooks with their state and the outcome of the last attempt. */
function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
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
