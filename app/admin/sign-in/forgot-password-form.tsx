import { describeError } from '#app/admin/errors/describe-error.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { EmailField } from '#app/admin/form/email-field.tsx'
import { FormField } from '#app/admin/form/form-field.tsx'
import { useDeskForm } from '#app/admin/form/use-desk-form.ts'
import type { Client } from '#core/data/client.ts'
import { emailInput } from '#core/domain/account-input.ts'

interface ForgotPasswordFormProps {
  /** None until the page can handle the form itself. */
  client?: Client
  /** The server answers everyone the same: a link was mailed if there is such an account. */
  onSent?: (email: string) => void
}

export function ForgotPasswordForm({ client, onSent }: ForgotPasswordFormProps) {
  const state = useDeskForm({
    schema: emailInput,
    initial: { email: '' },
    async submit({ email }) {
      if (!client) return
      unwrap(await client.auth.resetPasswordForEmail(email))
      onSent?.(email)
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <DeskForm state={state} ready={client !== undefined} action="Send the link" busyAction="Sending..." wide>
      <FormField state={state} name="email" label="Email" as={EmailField} />
    </DeskForm>
  )
}
