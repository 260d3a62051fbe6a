import type { FieldValues } from 'react-hook-form'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { FormField, type FormFieldProps, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { passwordInput } from '#core/domain/account.ts'

/** A form that asks for the present password. `submit` resolves to why it was refused, if it was. */
export const usePasswordForm = (submit: (password: string) => Promise<string | undefined>) =>
  useDeskForm({
    schema: passwordInput,
    initial: { password: '' },
    async submit({ password }) {
      const refusal = await submit(password)
      if (refusal) throw new AnswerRefusal(refusal)
    },
    placeError: placeAtPassword,
  })

/** Places the errors of a form that asks for the password, too. */
export const placeAtPassword = (error: unknown) => ({
  field: 'password' as const,
  message: describeError(error),
  select: true,
})

interface PasswordFieldProps<Input extends FieldValues, Output>
  extends Pick<FormFieldProps<Input, Output>, 'state' | 'name' | 'label'> {
  /** The account, where the form does not ask for it. */
  email?: string
}

/** A field for the present password. */
export function PasswordField<Input extends FieldValues, Output>({
  email,
  ...field
}: PasswordFieldProps<Input, Output>) {
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
      {email && <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />}
      <FormField {...field} type="password" autoComplete="current-password" required />
    </>
  )
}
