import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { TextField } from '#app/components/ui/field.tsx'

/** The secret of a webhook, which is shown until the page is left and never again. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="warning" role="status" className="max-w-prose" title={t('webhooks.secret.title')}>
      <p>{t('webhooks.secret.once')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('webhooks.secret.field')}
          readOnly
          value={secret}
          className="min-w-0 grow basis-60"
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={() => secret}>{t('webhooks.secret.copy')}</CopyButton>
      </div>
    </Notice>
  )
}
