import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { IntegrationsHeading } from '#app/admin/shell/integrations-heading.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { WebhookForm } from '#app/admin/webhooks/webhook-form.tsx'
import { WebhookList } from '#app/admin/webhooks/webhook-list.tsx'
import { webhooksQuery } from '#app/admin/webhooks/webhook-queries.ts'
import { WebhookSecret } from '#app/admin/webhooks/webhook-secret.tsx'
import type { Route } from './+types/webhooks.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('webhooks.title'), matches)

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
