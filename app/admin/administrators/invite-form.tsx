import { useInvitation } from '#app/admin/administrators/use-invitation.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { EmailField } from '#app/admin/form/email-field.tsx'
import { FormField } from '#app/admin/form/form-field.tsx'
import { useDeskForm } from '#app/admin/form/use-desk-form.ts'
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
      toast({ title: 'Success', description: `An invitation to ${email} is on its way.` })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <DeskForm state={state} action="Send the invitation" busyAction="Inviting..." className="max-w-md">
      <FormField state={state} name="email" label="Email" autoComplete="off" as={EmailField} />
    </DeskForm>
  )
}
