import { useNavigate } from 'react-router'
import { AnswerRefusal, answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { groupPath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { browserZone } from '#app/admin/kit/ui/format.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addSourceAddress, addSourceText, findGroupOf } from '#core/data/news-items.ts'
import {
  addressInput,
  OUTLET_MAX_LENGTH,
  SOURCE_TITLE_MAX_LENGTH,
  type SourceTextForm,
  type SourceTextInput,
  sourceTextInput,
} from '#core/domain/news-item.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'

interface AddTextProps extends AddItemProps {
  /** The facts that are known of it already. */
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
    <FormDialog
      title={t('newsroom.add.text')}
      width="list"
      intro={<p className="mb-5 text-sm text-soft">{t('newsroom.add.text.intro')}</p>}
      state={state}
      action={t('newsroom.add.action')}
      onClose={onClose}
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
    </FormDialog>
  )
}

/** Returns a moment in the form that its field has. */
export function formatWallTime(moment: Date): string {
  const { date, time } = wallTimeAt(moment, browserZone())
  return `${date}T${time}`
}

interface AddItemProps {
  onClose: () => void
  /** Called with it then; without it, its story is opened. */
  onAdded?: (itemId: string) => Promise<void>
}

/** Adds one page of another publication. */
export function AddAddress({ onClose, onAdded }: AddItemProps) {
  const openItem = useOpenItem()
  const add = useDeskMutation({ run: addSourceAddress, invalidates: [NEWSROOM_KEY] })
  const state = useDeskForm({
    schema: addressInput,
    initial: { address: '' },
    async submit({ address }) {
      const { itemId } = answerOf(await add.mutateAsync(address))
      onClose()
      await (onAdded ?? openItem)(itemId)
    },
    placeError: placeAddressError,
  })
  return (
    <FormDialog
      title={t('newsroom.add.address')}
      intro={<p className="mb-5 text-sm text-soft">{t('newsroom.add.address.intro')}</p>}
      state={state}
      action={t('newsroom.add.action')}
      busyAction={t('newsroom.add.reading')}
      onClose={onClose}
    >
      <AddressField state={state} />
    </FormDialog>
  )
}

/** Places what the server says of an address at its field. */
export const placeAddressError = (error: unknown) =>
  error instanceof AnswerRefusal ? { field: 'address' as const, message: error.message, select: true } : null

export function AddressField({
  state,
}: {
  state: ReturnType<typeof useDeskForm<{ address: string }, { address: string }>>
}) {
  return (
    <FormField
      state={state}
      name="address"
      label={t('newsroom.field.address')}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={t('newsroom.field.address.placeholder')}
    />
  )
}

/** Leads to the story in which something stands that was added. */
function useOpenItem(): (itemId: string) => Promise<void> {
  const navigate = useNavigate()
  const { toast } = useToast()
  return async (itemId) => {
    const groupId = await signedIn((client) => findGroupOf(client, itemId))
    toast({ title: t('ui.success'), description: t('newsroom.add.done') })
    if (groupId) await navigate(groupPath(groupId))
  }
}
