import { unwrap } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import type { Client } from '#core/data/client.ts'
import { mailStaysHere } from '#core/data/mail-transport.ts'
import { emailInput } from '#core/domain/account.ts'

interface ForgotPasswordFormProps {
  /** Undefined until the page is hydrated. */
  client?: Client
  /** The server responds in the same way for every address, so the text says that a link was sent if there is an account. */
  onSent?: (sent: { email: string; leaves: boolean }) => void
}

export function ForgotPasswordForm({ client, onSent }: ForgotPasswordFormProps) {
  const state = useDeskForm({
    schema: emailInput,
    initial: { email: '' },
    async submit({ email }) {
      if (!client) return
      unwrap(await client.auth.resetPasswordForEmail(email))
      onSent?.({ email, leaves: !(await mailStaysHere(client)) })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <DeskForm
      state={state}
      ready={client !== undefined}
      action={t('signIn.forgot.action')}
      busyAction={t('signIn.forgot.busy')}
      wide
    >
      <FormField state={state} name="email" label={t('form.email')} as={EmailField} />
    </DeskForm>
  )
}
