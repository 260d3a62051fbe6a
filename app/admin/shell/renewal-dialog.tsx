import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { describeWait } from '#app/admin/kit/errors/describe-error.ts'
import { DeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { PasswordField, usePasswordForm } from '#app/admin/kit/form/password-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { type SignInOutcome, signIn } from '#app/admin/kit/session/sign-in.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FactorForm } from '#app/admin/shell/sign-in/factor-form.tsx'
import { loginPath } from '#app/admin/shell/sign-in/login-path.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import type { Client } from '#core/data/client.ts'

interface RenewalDialogProps {
  client: Client
  email: string
}

/** A dialog over the page that asks for the password of the same account when its session has ended. */
export function RenewalDialog(props: RenewalDialogProps) {
  const isAsking = useSyncExternalStore(sessionRenewal.subscribe, sessionRenewal.isAsking, () => false)
  return isAsking ? <OpenDialog {...props} /> : null
}

function OpenDialog({ client, email }: RenewalDialogProps) {
  const [step, setStep] = useState<'password' | 'factor'>('password')
  const [notice, setNotice] = useState('')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useEffect(() => {
    // When the session only lacks its second factor, only that is asked for.
    void identifyVisitor(client).then(
      (visitor) => visitor.kind === 'needs_second_factor' && visitor.email === email && setStep('factor'),
      () => {},
    )
  }, [client, email])

  async function startAgain(reason = '') {
    await client.auth.signOut({ scope: 'local' })
    setNotice(reason)
    setStep('password')
  }

  async function signInAsAnother() {
    await client.auth.signOut({ scope: 'local' })
    await navigate(loginPath(window.location.origin + pathname + search), { replace: true })
  }

  return (
    <ModalDialog title={t(step === 'factor' ? 'signIn.factor.title' : 'session.renewal.title')}>
      <p className="mb-5 text-sm text-soft">{t('session.renewal.intro')}</p>
      {step === 'factor' ? (
        <FactorForm
          client={client}
          onVerified={() => sessionRenewal.complete()}
          onBack={(reason) => void startAgain(reason)}
          backLabel={t('signIn.factor.backToPassword')}
        />
      ) : (
        <PasswordForm
          client={client}
          email={email}
          notice={notice}
          onDone={(outcome) => (outcome === 'signed_in' ? sessionRenewal.complete() : setStep('factor'))}
        />
      )}
      <div className="mt-6 border-line border-t pt-4 text-faint text-sm">
        <button
          type="button"
          className="py-1 text-soft underline underline-offset-4 hover:text-ink"
          onClick={() => void signInAsAnother()}
        >
          {t('session.renewal.somebodyElse')}
        </button>
        <p>{t('session.renewal.leaveWarning')}</p>
      </div>
    </ModalDialog>
  )
}

interface PasswordFormProps extends RenewalDialogProps {
  notice: string
  onDone: (outcome: 'signed_in' | 'second_factor') => void
}

function PasswordForm({ client, email, notice, onDone }: PasswordFormProps) {
  const state = usePasswordForm(async (password) => {
    const outcome = await signIn(client, email, password)
    if (outcome !== 'signed_in' && outcome !== 'second_factor') return describeOutcome(outcome)
    onDone(outcome)
  })
  const { setError, setFocus } = state.form
  useEffect(() => {
    if (notice) setError('password', { message: notice })
    setFocus('password')
  }, [notice, setError, setFocus])

  return (
    <DeskForm state={state} action={t('session.renewal.action')} busyAction={t('session.renewal.busy')} wide>
      <p className="break-all font-semibold">{email}</p>
      <PasswordField state={state} name="password" label={t('form.password.label')} email={email} />
    </DeskForm>
  )
}

function describeOutcome(outcome: Exclude<SignInOutcome, 'signed_in' | 'second_factor'>): string {
  switch (outcome) {
    case 'invalid_credentials':
      return t('session.renewal.wrongPassword')
    case 'rate_limited':
      return describeWait(secondsToRetry())
    case 'unavailable':
      return t('errors.unreachable')
  }
}
