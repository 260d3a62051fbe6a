import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { codeOf, isSessionExpired, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { describeError, describePasswordProblem } from '#app/admin/kit/errors/describe-error.ts'
import { NewPasswordField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH, LOGIN_PATH } from '#app/admin/kit/paths.ts'
import { needsSecondFactor } from '#app/admin/kit/session/sign-in.ts'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { EntryPage, InvalidLink, SignedInNotice } from '#app/admin/shell/sign-in/entry-page.tsx'
import { FactorForm } from '#app/admin/shell/sign-in/factor-form.tsx'
import { exchangeLinkToken, type LinkPage } from '#app/admin/shell/sign-in/mailed-link.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { newPasswordInput } from '#core/domain/account.ts'

interface NewPasswordFormProps {
  ready?: boolean
  action: string
  /** The reason why the password that was submitted before was refused, when the form is shown again. */
  initialError?: string
  /** Saves the password. When it throws, the error is shown. */
  onSubmit: (password: string) => Promise<void>
}

export interface ChoosePasswordTexts {
  title: string
  intro: string
  action: string
  done: string
  /** Says what the user has become, in place of `done`. */
  describeDone?: (client: Client) => Promise<string>
  /** The page on which to request another link, and the sentences that say why. */
  invalidLink: { to: string; action: string; missing: string; used: string }
}

interface ChoosePasswordProps {
  type: 'recovery' | 'invite'
  page: LinkPage
  texts: ChoosePasswordTexts
}

type Step = 'choose' | 'factor' | 'missing' | 'used'

const BACK = { to: LOGIN_PATH, label: t('signIn.back') }

/**
 * The page of a link to choose a password. Submitting the form uses the link, which works once; the session that it starts
 * stays, so that another password can be tried.
 */
export function ChoosePassword({
  type,
  page: { client, token, isOpened, signedInAs },
  texts,
}: ChoosePasswordProps) {
  const [step, setStep] = useState<Step>(token || isOpened ? 'choose' : 'missing')
  const [error, setError] = useState('')
  /** True if the session was started by the link. */
  const isUsed = useRef(!token && isOpened)
  /** The chosen password, while the second factor is being asked for. */
  const chosen = useRef('')
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const navigate = useNavigate()
  const { toast } = useToast()

  async function choose(password: string) {
    chosen.current = password
    if (!isUsed.current && token) {
      try {
        await exchangeLinkToken(client, type, token)
      } catch (problem) {
        if (codeOf(problem) === 'otp_expired') return setStep('used')
        throw problem
      }
      isUsed.current = true
    }
    if (await needsSecondFactor(client)) return setStep('factor')
    await save(password)
  }

  async function save(password: string) {
    try {
      unwrap(await client.auth.updateUser({ password }))
    } catch (problem) {
      if (codeOf(problem) === 'insufficient_aal') return setStep('factor')
      // The session may no longer set a password without the current one.
      if (codeOf(problem) === 'current_password_required' || isSessionExpired(problem)) return setStep('used')
      throw problem
    }
    chosen.current = ''
    const description = (await texts.describeDone?.(client)) ?? texts.done
    toast({ title: t('ui.success'), description })
    await navigate(HOME_PATH, { replace: true })
  }

  async function saveAfterFactor() {
    try {
      await save(chosen.current)
    } catch (problem) {
      setError(describePasswordProblem(problem) ?? describeError(problem))
      setStep('choose')
    }
  }

  async function giveUp() {
    await client.auth.signOut({ scope: 'local' })
    setStep('used')
  }

  switch (step) {
    case 'missing':
    case 'used':
      return (
        <EntryPage title={t('signIn.uselessLink')} back={BACK} headingRef={heading}>
          <InvalidLink {...texts.invalidLink} why={texts.invalidLink[step]} />
        </EntryPage>
      )
    case 'factor':
      return (
        <EntryPage title={t('signIn.factor.title')} intro={t('signIn.factor.introPassword')} back={BACK}>
          <FactorForm
            client={client}
            onVerified={() => void saveAfterFactor()}
            onBack={() => void giveUp()}
            backLabel={t('ui.cancel')}
          />
        </EntryPage>
      )
    case 'choose':
      return (
        <EntryPage title={texts.title} intro={texts.intro} back={BACK} headingRef={heading}>
          {signedInAs && !isUsed.current && <SignedInNotice email={signedInAs} />}
          <NewPasswordForm action={texts.action} initialError={error} onSubmit={choose} />
        </EntryPage>
      )
  }
}

/** The part that the server renders, which cannot read the token. */
export function ChoosePasswordFallback({ texts }: { texts: ChoosePasswordTexts }) {
  return (
    <EntryPage title={texts.title} intro={texts.intro} back={BACK}>
      <NewPasswordForm ready={false} action={texts.action} onSubmit={async () => {}} />
    </EntryPage>
  )
}

/** Chooses a password without asking for the current one, for users who opened a mailed link. */
function NewPasswordForm({ ready = true, action, initialError = '', onSubmit }: NewPasswordFormProps) {
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
