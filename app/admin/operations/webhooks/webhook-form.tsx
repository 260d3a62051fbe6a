import { AnswerRefusal, answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { CopyField } from '#app/admin/kit/ui/copy-button.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { WEBHOOKS_KEY } from '#app/admin/operations/webhooks/describe-webhook.ts'
import { saveWebhook, type Webhook } from '#core/data/webhooks.ts'
import { WEBHOOK_EVENTS, webhookInput } from '#core/domain/webhook.ts'

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null
  /** Called with the secret of a new one. */
  onSaved: (saved: { id: string; secret: string | null }) => void
}

/** The address of a webhook, what it is told, and whether it is on. */
export function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const save = useDeskMutation({ run: saveWebhook, invalidates: [WEBHOOKS_KEY] })
  const state = useDeskForm({
    schema: webhookInput,
    initial: { url: webhook?.url ?? '', events: webhook?.events ?? [], enabled: webhook?.enabled ?? true },
    async submit(values) {
      const saved = answerOf(await save.mutateAsync({ ...values, id: webhook?.id ?? null }))
      state.form.reset(webhook ? values : undefined)
      onSaved(saved)
    },
    placeError: (error) =>
      error instanceof AnswerRefusal
        ? { field: error.code === 'webhook_address' ? 'url' : 'events', message: error.message }
        : null,
  })
  const { register, formState } = state.form
  const problem = formState.errors.events?.message
  return (
    <DeskForm
      state={state}
      action={t(webhook ? 'webhooks.form.save' : 'webhooks.form.add')}
      busyAction={t('form.saving')}
      label={t(webhook ? 'webhooks.change' : 'webhooks.add')}
      className="max-w-xl"
    >
      <FormField
        state={state}
        name="url"
        label={t('webhooks.form.url')}
        hint={t('webhooks.form.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('webhooks.form.urlPlaceholder')}
      />
      <fieldset aria-describedby={problem ? 'events-error' : undefined}>
        <legend className="mb-1.5 font-medium text-sm">{t('webhooks.form.events')}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                type="checkbox"
                value={event}
                className="size-4 shrink-0 accent-ink"
                {...register('events')}
              />
              <code className="font-mono text-sm wrap-anywhere">{event}</code>
            </label>
          ))}
        </div>
        {problem && (
          <p id="events-error" className="mt-1.5 text-red text-sm">
            {problem}
          </p>
        )}
      </fieldset>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input type="checkbox" className="size-4 shrink-0 accent-ink" {...register('enabled')} />
        {t('webhooks.form.enabled')}
      </label>
    </DeskForm>
  )
}

/** The secret of a webhook, which is shown until the page is left and never again. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="warning" role="status" className="max-w-prose" title={t('webhooks.secret.title')}>
      <p>{t('webhooks.secret.once')}</p>
      <CopyField label={t('webhooks.secret.field')} value={secret} action={t('webhooks.secret.copy')} />
    </Notice>
  )
}
