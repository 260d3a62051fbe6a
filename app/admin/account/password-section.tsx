import { accountKeys } from '#app/admin/account/account-queries.ts'
import { codeOf, unwrap } from '#app/admin/errors/classify-error.ts'
import { describeError, describePasswordProblem } from '#app/admin/errors/describe-error.ts'
import { NewPasswordField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { PasswordField } from '#app/admin/form/password-form.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { passwordChangeInput } from '#core/domain/account.ts'

/** Changes the password of the signed-in user. */
export function PasswordSection({ email }: { email: string }) {
  const { toast } = useToast()
  const change = useDeskMutation({
    run: async (client, input: { currentPassword: string; newPassword: string }) =>
      unwrap(
        await client.auth.updateUser({
          password: input.newPassword,
          current_password: input.currentPassword,
        }),
      ),
    invalidates: [accountKeys.sessions],
  })
  const state = useDeskForm({
    schema: passwordChangeInput,
    initial: { currentPassword: '', newPassword: '' },
    async submit(input) {
      await change.mutateAsync(input)
      state.form.reset()
      toast({ title: t('ui.success'), description: t('account.password.done') })
    },
    placeError(error) {
      const weakness = describePasswordProblem(error)
      const isCurrent = weakness === null && codeOf(error).startsWith('current_password')
      return {
        field: isCurrent ? 'currentPassword' : 'newPassword',
        message: weakness ?? describeError(error),
      }
    },
  })

  return (
    <PageSection id="password" title={t('account.password.title')} intro={t('account.password.intro')}>
      <DeskForm
        state={state}
        action={t('account.password.action')}
        busyAction={t('form.saving')}
        className="max-w-md"
      >
        <PasswordField
          state={state}
          name="currentPassword"
          label={t('account.password.current')}
          email={email}
        />
        <FormField
          state={state}
          name="newPassword"
          label={t('account.password.new')}
          required
          as={NewPasswordField}
        />
      </DeskForm>
    </PageSection>
  )
}
