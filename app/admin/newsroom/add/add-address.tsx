import { AnswerRefusal, answerOf } from '#app/admin/errors/answer-refusal.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { useOpenItem } from '#app/admin/newsroom/add/use-open-item.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
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
  const busy = state.form.formState.isSubmitting
  return (
    <ModalDialog title={t('newsroom.add.address')} onClose={() => busy || onClose()}>
      <p className="mb-5 text-sm text-soft">{t('newsroom.add.address.intro')}</p>
      <DeskForm
        state={state}
        action={t('newsroom.add.action')}
        busyAction={t('newsroom.add.reading')}
        inDialog
        more={<CancelButton busy={busy} onClose={onClose} />}
      >
        <AddressField state={state} />
      </DeskForm>
    </ModalDialog>
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

export function CancelButton({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
      {t('ui.cancel')}
    </Button>
  )
}
