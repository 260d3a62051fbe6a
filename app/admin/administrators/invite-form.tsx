import { useInvitation } from '#app/admin/administrators/use-invitation.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { emailInput } from '#core/domain/account-input.ts'

/** Invites somebody by mail to be an administrator. */
export function InviteForm() {
  const { toast } = useToast()
  const invite = useInvitation()
  const state = useDeskForm({
    schema: emailInput,
    initial: { email: '' },
    async submit({ email }) {
      await invite.mutateAsync(email)
      state.form.reset()
      toast({ title: t('ui.success'), description: t('administrators.invite.done', { email }) })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <DeskForm
      state={state}
      action={t('administrators.invite.action')}
      busyAction={t('administrators.invite.busy')}
      className="max-w-md"
    >
      <FormField state={state} name="email" label={t('form.email')} autoComplete="off" as={EmailField} />
    </DeskForm>
  )
}
