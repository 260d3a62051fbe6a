import { AnswerRefusal, answerOf } from '#app/admin/errors/answer-refusal.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { type AddItemProps, CancelButton } from '#app/admin/newsroom/add/add-address.tsx'
import { useOpenItem } from '#app/admin/newsroom/add/use-open-item.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { browserZone } from '#app/admin/schedule/format-time.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { addSourceText } from '#core/data/news-items.ts'
import {
  OUTLET_MAX_LENGTH,
  SOURCE_TITLE_MAX_LENGTH,
  type SourceTextForm,
  type SourceTextInput,
  sourceTextInput,
} from '#core/domain/news-item-input.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'

interface AddTextProps extends AddItemProps {
  /** What is known of it already. */
  known?: Partial<SourceTextForm>
}

/** The fields that refusals are about. */
const FIELDS: ReadonlyMap<string, keyof SourceTextForm> = new Map([
  ['address', 'url'],
  ['date', 'published'],
  ['future', 'published'],
])

/** Adds a text that somebody has sent, or that no address shows, with where it is from. */
export function AddText({ known = {}, onClose, onAdded }: AddTextProps) {
  const openItem = useOpenItem()
  const add = useDeskMutation({ run: addSourceText, invalidates: [NEWSROOM_KEY] })
  const state = useDeskForm<SourceTextForm, SourceTextInput>({
    schema: sourceTextInput,
    initial: { title: '', outlet: '', url: '', published: formatWallTime(new Date()), text: '', ...known },
    async submit(values) {
      const { itemId } = answerOf(await add.mutateAsync(values))
      onClose()
      await (onAdded ?? openItem)(itemId)
    },
    placeError: (error) =>
      error instanceof AnswerRefusal
        ? { field: FIELDS.get(error.code ?? '') ?? 'text', message: error.message }
        : null,
  })
  const { register, formState } = state.form
  const busy = formState.isSubmitting
  return (
    <ModalDialog title={t('newsroom.add.text')} width="list" onClose={() => busy || onClose()}>
      <p className="mb-5 text-sm text-soft">{t('newsroom.add.text.intro')}</p>
      <DeskForm
        state={state}
        action={t('newsroom.add.action')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={<CancelButton busy={busy} onClose={onClose} />}
      >
        <FormField
          state={state}
          name="title"
          label={t('newsroom.field.title')}
          maxLength={SOURCE_TITLE_MAX_LENGTH}
          autoComplete="off"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            state={state}
            name="outlet"
            label={t('newsroom.field.origin')}
            hint={t('newsroom.field.origin.hint')}
            maxLength={OUTLET_MAX_LENGTH}
            autoComplete="off"
          />
          <FormField
            state={state}
            name="published"
            type="datetime-local"
            label={t('newsroom.field.published')}
            hint={t('newsroom.field.published.hint', { zone: browserZone() })}
          />
        </div>
        <FormField
          state={state}
          name="url"
          label={t('newsroom.field.url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <Field label={t('newsroom.field.text')} error={formState.errors.text?.message}>
          {(control) => (
            <textarea {...control} {...register('text')} readOnly={busy} rows={8} spellCheck={false} />
          )}
        </Field>
      </DeskForm>
    </ModalDialog>
  )
}

/** As a field for a moment has it. */
export function formatWallTime(moment: Date): string {
  const { date, time } = wallTimeAt(moment, browserZone())
  return `${date}T${time}`
}
