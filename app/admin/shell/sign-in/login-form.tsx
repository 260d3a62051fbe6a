import { Link } from 'react-router'
import { describeWait } from '#app/admin/kit/errors/describe-error.ts'
import { EmailField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { PasswordField } from '#app/admin/kit/form/password-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { type SignInOutcome, signIn } from '#app/admin/kit/session/sign-in.ts'
import { browserClient } from '#app/browser-client.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import { loginInput } from '#core/domain/account.ts'

/** The toast after the login, including the second factor, has succeeded. */
export const LOGGED_IN: ToastMessage = { title: t('ui.success'), description: t('signIn.login.done') }

interface LoginFormProps {
  ready?: boolean
  onDone: (outcome: 'signed_in' | 'second_factor') => Promise<void> | void
}

/** The first step of the login: e-mail address and password. Errors are shown as a toast. */
export function LoginForm({ ready = true, onDone }: LoginFormProps) {
  const { toast } = useToast()
  const state = useDeskForm({
    schema: loginInput,
    initial: { email: '', password: '' },
    async submit({ email, password }) {
      try {
        const outcome = await signIn(browserClient(), email, password)
        if (outcome === 'signed_in' || outcome === 'second_factor') return await onDone(outcome)
        toast(describeOutcome(outcome))
        state.form.setFocus('password', { shouldSelect: true })
      } catch (error) {
        const reason = (error instanceof Error && error.message) || t('signIn.login.unknownError')
        const description = t('signIn.login.error', { reason })
        toast({ title: t('signIn.login.failed'), description, variant: 'destructive' })
      }
    },
  })

  return (
    <>
      <DeskForm
        state={state}
        ready={ready}
        action={t('signIn.login.title')}
        busyAction={t('signIn.login.busy')}
        wide
      >
        <FormField state={state} name="email" label={t('form.email')} as={EmailField} />
        <PasswordField state={state} name="password" label={t('form.password.label')} />
      </DeskForm>
      <p className="mt-5 text-sm">
        <Link
          to="/admin/forgot-password"
          className="py-1 text-soft underline underline-offset-4 hover:text-ink"
        >
          {t('signIn.forgot.link')}
        </Link>
      </p>
    </>
  )
}

function describeOutcome(outcome: Exclude<SignInOutcome, 'signed_in' | 'second_factor'>): ToastMessage {
  switch (outcome) {
    case 'invalid_credentials':
      return {
        title: t('signIn.login.failed'),
        description: t('signIn.login.invalidCredentials'),
        variant: 'destructive',
      }
    case 'rate_limited':
      return {
        title: t('signIn.login.failed'),
        description: describeWait(secondsToRetry()),
        variant: 'destructive',
      }
    case 'unavailable':
      return { title: t('ui.error'), description: t('signIn.login.unavailable'), variant: 'destructive' }
  }
}
