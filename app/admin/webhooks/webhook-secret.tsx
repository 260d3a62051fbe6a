import { t } from '#app/admin/messages.ts'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'

/** The secret of a webhook, which is shown until the page is left and never again. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="warning" role="status" className="max-w-prose" title={t('webhooks.secret.title')}>
      <p>{t('webhooks.secret.once')}</p>
      <CopyField label={t('webhooks.secret.field')} value={secret} action={t('webhooks.secret.copy')} />
    </Notice>
  )
}
