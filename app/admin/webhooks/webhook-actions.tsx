import { useState } from 'react'
import { useNavigate } from 'react-router'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'
import { WEBHOOKS_KEY } from '#app/admin/webhooks/webhook-queries.ts'
import { WebhookSecret } from '#app/admin/webhooks/webhook-secret.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deleteWebhook, renewWebhookSecret, testWebhook, type Webhook } from '#core/data/webhooks.ts'

/** Sends a test to a webhook; its outcome is in the log. */
export function TestWebhook({ webhook }: { webhook: Webhook }) {
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
export function RenewSecret({ webhook }: { webhook: Webhook }) {
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
export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
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
