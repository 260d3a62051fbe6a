import { useState } from 'react'
import { useNavigate } from 'react-router'
import { codeOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH, LOGIN_PATH } from '#app/admin/kit/paths.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { needsSecondFactor } from '#app/admin/kit/session/sign-in.ts'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { EntryPage, InvalidLink, SignedInNotice } from '#app/admin/shell/sign-in/entry-page.tsx'
import { FactorForm } from '#app/admin/shell/sign-in/factor-form.tsx'
import { LOGGED_IN } from '#app/admin/shell/sign-in/login-form.tsx'
import { exchangeLinkToken, loadLinkPage } from '#app/admin/shell/sign-in/mailed-link.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Route } from './+types/sign-in-link.ts'

export const handle: ScreenHandle = { title: t('signIn.link.title') }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadLinkPage(request.url, 'otp')
}
clientLoader.hydrate = true as const

const INTRO = t('signIn.link.intro')
const BACK = { to: LOGIN_PATH, label: t('signIn.back') }

export function HydrateFallback() {
  return (
    <EntryPage title={t('signIn.link.title')} intro={INTRO} back={BACK}>
      <SignInButton busy={false} ready={false} />
    </EntryPage>
  )
}

export default function SignInLink({ loaderData: { client, token, signedInAs } }: Route.ComponentProps) {
  const [step, setStep] = useState<'button' | 'factor' | 'invalidLink'>(token ? 'button' : 'invalidLink')
  const [busy, setBusy] = useState(false)
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const navigate = useNavigate()
  const { toast } = useToast()

  async function signIn() {
    if (!token) return
    setBusy(true)
    try {
      await exchangeLinkToken(client, 'magiclink', token)
      if (await needsSecondFactor(client)) setStep('factor')
      else await enter()
    } catch (error) {
      if (codeOf(error) === 'otp_expired') setStep('invalidLink')
      else
        toast({ title: t('signIn.login.failed'), description: describeError(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  async function enter() {
    toast(LOGGED_IN)
    await navigate(HOME_PATH, { replace: true })
  }

  async function giveUp() {
    await client.auth.signOut({ scope: 'local' })
    await navigate(LOGIN_PATH, { replace: true })
  }

  switch (step) {
    case 'invalidLink':
      return (
        <EntryPage title={t('signIn.uselessLink')} headingRef={heading}>
          <InvalidLink why={t('signIn.link.used')} to={LOGIN_PATH} action={t('signIn.goToLogin')} />
        </EntryPage>
      )
    case 'factor':
      return (
        <EntryPage title={t('signIn.factor.title')} back={BACK}>
          <FactorForm
            client={client}
            onVerified={() => void enter()}
            onBack={() => void giveUp()}
            backLabel={t('ui.cancel')}
          />
        </EntryPage>
      )
    case 'button':
      return (
        <EntryPage title={t('signIn.link.title')} intro={INTRO} back={BACK} headingRef={heading}>
          {signedInAs && <SignedInNotice email={signedInAs} />}
          <SignInButton busy={busy} onPress={() => void signIn()} />
        </EntryPage>
      )
  }
}

function SignInButton(props: { busy: boolean; ready?: boolean; onPress?: () => void }) {
  const { busy, ready = true, onPress } = props
  return (
    <form
      method="post"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onPress?.()
      }}
    >
      <Button type="submit" className="w-full" disabled={!ready} aria-disabled={busy}>
        {t(busy ? 'signIn.link.busy' : 'signIn.link.title')}
      </Button>
    </form>
  )
}
