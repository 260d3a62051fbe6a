import { useEffect } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { describePasswordProblem } from '#app/admin/errors/describe-password-problem.ts'
import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { FormField } from '#app/admin/form/form-field.tsx'
import { NewPasswordField } from '#app/admin/form/new-password-field.tsx'
import { useDeskForm } from '#app/admin/form/use-desk-form.ts'
import { t } from '#app/admin/messages.ts'
import { newPasswordInput } from '#core/domain/account-input.ts'

interface NewPasswordFormProps {
  ready?: boolean
  action: string
  /** Why the password that was submitted before was refused, when the form is shown again. */
  initialError?: string
  /** Saves the password. When it throws, the error is shown. */
  onSubmit: (password: string) => Promise<void>
}

/** Chooses a password without asking for the current one, for users who opened a mailed link. */
export function NewPasswordForm({ ready = true, action, initialError = '', onSubmit }: NewPasswordFormProps) {
  const state = useDeskForm({
    schema: newPasswordInput,
    initial: { password: '' },
    submit: ({ password }) => onSubmit(password),
    placeError: (error) => ({
      field: 'password',
      message: describePasswordProblem(error) ?? describeError(error),
    }),
  })
  const { setError } = state.form
  useEffect(() => {
    if (initialError) setError('password', { message: initialError })
  }, [initialError, setError])

  return (
    <DeskForm state={state} ready={ready} action={action} busyAction={t('form.saving')} wide>
      <FormField
        state={state}
        name="password"
        label={t('signIn.recovery.title')}
        required
        as={NewPasswordField}
      />
    </DeskForm>
  )
}
