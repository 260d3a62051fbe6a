import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useMailLeaves } from '#app/admin/outbox/mail-transport.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { LANGUAGE_OPTIONS, SUBSCRIBER_LISTS } from '#app/admin/subscribers/subscribers-queries.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addSubscriber } from '#core/data/desk-subscribers.ts'
import { subscriberInput } from '#core/domain/subscriber-input.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** A refusal of the server, whose sentence is shown at the address. */
class AddressRefused extends Error {}

/** Adds one subscriber, who gets the confirmation mail. */
export function AddSubscriberDialog({ onClose }: { onClose: () => void }) {
  const { toast } = useToast()
  const offered = useOfferedLanguages()
  const stays = useMailLeaves() === false
  const add = useDeskMutation({ run: addSubscriber, invalidates: SUBSCRIBER_LISTS })
  const state = useDeskForm({
    schema: subscriberInput,
    initial: { email: '', language: DEFAULT_LANGUAGE },
    async submit(values) {
      const added = await add.mutateAsync(values)
      if (added.status === 'refused') throw new AddressRefused(added.message)
      const { email } = values
      toast({
        title: t('ui.success'),
        description: t(stays ? 'subscribers.add.addedStays' : 'subscribers.add.added', { email }),
      })
      onClose()
    },
    placeError: (error) =>
      error instanceof AddressRefused ? { field: 'email', message: error.message, select: true } : null,
  })
  const { register, formState } = state.form
  const close = () => formState.isSubmitting || onClose()
  return (
    <ModalDialog title={t('subscribers.add.title')} onClose={close}>
      <p className="mb-5 text-sm text-soft">{t('subscribers.add.intro')}</p>
      <DeskForm
        state={state}
        inDialog
        action={t('subscribers.add.action')}
        busyAction={t('ui.oneMoment')}
        more={
          <Button variant="secondary" onClick={close}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <FormField
          state={state}
          name="email"
          as={EmailField}
          label={t('subscribers.add.email')}
          autoComplete="off"
        />
        <Field label={t('subscribers.add.language')} error={formState.errors.language?.message}>
          {(control) => (
            <SelectControl {...register('language')} {...control}>
              {LANGUAGE_OPTIONS.filter(([code]) => offered.includes(code)).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      </DeskForm>
    </ModalDialog>
  )
}
