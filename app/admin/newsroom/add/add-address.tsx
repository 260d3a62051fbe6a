import { AnswerRefusal, answerOf } from '#app/admin/errors/answer-refusal.ts'
import { FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { FormDialog } from '#app/admin/form/form-dialog.tsx'
import { t } from '#app/admin/messages.ts'
import { useOpenItem } from '#app/admin/newsroom/add/use-open-item.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { addSourceAddress } from '#core/data/news-items.ts'
import { addressInput } from '#core/domain/news-item-input.ts'

export interface AddItemProps {
  onClose: () => void
  /** What happens with it then; without it, its story is opened. */
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

/** What the server says of an address, at its field. */
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
