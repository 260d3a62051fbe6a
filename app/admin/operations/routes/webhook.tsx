import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { WEBHOOKS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { BackLink, PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { DeliveryLog } from '#app/admin/operations/webhooks/delivery-log.tsx'
import {
  describeLastAttempt,
  stateOf,
  WEBHOOKS_KEY,
  webhookQuery,
} from '#app/admin/operations/webhooks/describe-webhook.ts'
import { WebhookForm, WebhookSecret } from '#app/admin/operations/webhooks/webhook-form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deleteWebhook, renewWebhookSecret, testWebhook, type Webhook } from '#core/data/webhooks.ts'
import { z } from '#core/domain/schema.ts'
import type { Route } from './+types/webhook.ts'

export const handle: ScreenHandle = { title: t('webhooks.one') }

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

/** Sends a test to a webhook; its outcome is in the log. */
function TestWebhook({ webhook }: { webhook: Webhook }) {
  const test = useDeskMutation({
    run: testWebhook,
    done(answer) {
      answerOf(answer)
      return t('webhooks.test.sent')
    },
    invalidates: [WEBHOOKS_KEY],
  })

  return (
    <Button
      variant="secondary"
      aria-disabled={test.isPending}
      onClick={() => test.isPending || void test.attempt(webhook.id)}
    >
      {t('webhooks.test.action')}
    </Button>
  )
}

/** Makes a new secret, and shows it once. */
function RenewSecret({ webhook }: { webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false)
  const [secret, setSecret] = useState('')
  const renew = useDeskMutation({ run: renewWebhookSecret })
  return (
    <div className="space-y-5">
      {secret && <WebhookSecret secret={secret} />}
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {t('webhooks.secret.renew')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('webhooks.secret.renewTitle')}
          action={t('webhooks.secret.renew')}
          destructive={false}
          onConfirm={async () => setSecret(answerOf(await renew.mutateAsync(webhook.id)).secret)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('webhooks.secret.renewText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Deletes a webhook with its log. */
function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false)
  const navigate = useNavigate()
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteWebhook, invalidates: [[...WEBHOOKS_KEY, 'list']] })
  return (
    <>
      <Button variant="destructive" onClick={() => setIsAsking(true)}>
        {t('webhooks.delete.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('webhooks.delete.title')}
          action={t('webhooks.delete.action')}
          onConfirm={async () => {
            await remove.mutateAsync(webhook.id)
            toast({ title: t('ui.success'), description: t('webhooks.delete.done') })
            await navigate(WEBHOOKS_PATH)
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('webhooks.delete.warning')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
