import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { DeliveryLog } from '#app/admin/webhooks/delivery-log.tsx'
import { describeLastAttempt, stateOf } from '#app/admin/webhooks/describe-webhook.ts'
import { DeleteWebhook, RenewSecret, TestWebhook } from '#app/admin/webhooks/webhook-actions.tsx'
import { WebhookForm } from '#app/admin/webhooks/webhook-form.tsx'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'
import { webhookQuery } from '#app/admin/webhooks/webhook-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Webhook } from '#core/data/webhooks.ts'
import { z } from '#core/domain/schema.ts'
import type { Route } from './+types/webhook.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('webhooks.one'), matches)

const uuid = z.uuid()

export default function WebhookPage({ params }: Route.ComponentProps) {
  const isId = uuid.safeParse(params.id).success
  const webhook = useQuery({ ...webhookQuery(params.id), enabled: isId })
  return (
    <>
      <BackLink to={WEBHOOKS_PATH}>{t('webhooks.back')}</BackLink>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('webhooks.one')}</h1>
      {isId ? (
        <QueryView query={webhook} what={t('webhooks.what')} pending={<ListSkeleton rows={4} />}>
          {(found) => (found ? <WebhookView webhook={found} /> : <Missing />)}
        </QueryView>
      ) : (
        <Missing />
      )}
    </>
  )
}

const Missing = () => <p className="text-sm text-soft">{t('webhooks.missing')}</p>

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { toast } = useToast()
  const { tone, label } = stateOf(webhook)
  const { id, url, events, enabled } = webhook
  return (
    <>
      <p className="font-medium text-sm wrap-anywhere">{url}</p>
      <p className="mt-2 mb-8 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <Badge tone={tone}>{label}</Badge>
        {describeLastAttempt(webhook)}
      </p>
      <PageSection id="log" title={t('webhooks.log')} intro={t('webhooks.log.intro')}>
        <div className="mb-6">
          <TestWebhook webhook={webhook} />
        </div>
        <DeliveryLog webhookId={id} />
      </PageSection>
      <PageSection id="change" title={t('webhooks.change')} intro={t('webhooks.change.intro')}>
        <WebhookForm
          key={JSON.stringify([url, events, enabled])}
          webhook={webhook}
          onSaved={() => toast({ title: t('ui.success'), description: t('webhooks.form.saved') })}
        />
      </PageSection>
      <PageSection id="secret" title={t('webhooks.secret')} intro={t('webhooks.secret.intro')}>
        <RenewSecret webhook={webhook} />
      </PageSection>
      <PageSection id="delete" title={t('webhooks.delete')} intro={t('webhooks.delete.intro')}>
        <DeleteWebhook webhook={webhook} />
      </PageSection>
    </>
  )
}
