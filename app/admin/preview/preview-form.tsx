import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { FormField } from '#app/admin/form/form-field.tsx'
import { useDeskForm } from '#app/admin/form/use-desk-form.ts'
import { t } from '#app/admin/messages.ts'
import { PREVIEWS_KEY } from '#app/admin/preview/preview-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { createPreview } from '#core/data/article-previews.ts'
import { MAX_PREVIEW_DAYS, PREVIEW_DAYS } from '#core/domain/article-preview.ts'
import { previewInput } from '#core/domain/preview-input.ts'

interface PreviewFormProps {
  articleId: string
  onMade: (made: { id: string; token: string }) => void
}

/** Makes a link that works for some days. */
export function PreviewForm({ articleId, onMade }: PreviewFormProps) {
  const make = useDeskMutation({ run: createPreview, invalidates: [PREVIEWS_KEY] })
  const state = useDeskForm({
    schema: previewInput,
    initial: { days: String(PREVIEW_DAYS) },
    async submit({ days }) {
      const answer = await make.mutateAsync({ articleId, days })
      if (answer.status === 'created') return onMade({ id: answer.id, token: answer.token })
      const message = answer.status === 'gone' ? t('preview.refused.gone') : t('preview.refused.tooMany')
      state.form.setError('root', { message })
    },
  })
  return (
    <DeskForm
      state={state}
      label={t('preview.title')}
      action={t('preview.make')}
      busyAction={t('preview.make.busy')}
      secondary
      className="max-w-md"
    >
      <FormField
        state={state}
        name="days"
        label={t('preview.days')}
        hint={t('preview.days.hint', { most: MAX_PREVIEW_DAYS })}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
      />
    </DeskForm>
  )
}
