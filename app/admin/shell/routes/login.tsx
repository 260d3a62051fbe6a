import { useState } from 'react'
import { replace, useNavigate, useRevalidator } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { downloadText } from '#app/admin/kit/query/use-download.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { identifyVisitor, type Visitor } from '#app/admin/kit/session/identify-visitor.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { EntryPage } from '#app/admin/shell/sign-in/entry-page.tsx'
import { FactorForm } from '#app/admin/shell/sign-in/factor-form.tsx'
import { LOGGED_IN, LoginForm } from '#app/admin/shell/sign-in/login-form.tsx'
import { parseNext } from '#app/admin/shell/sign-in/login-path.ts'
import { type LocalCopy, localCopies } from '#app/admin/stories/unsaved/local-copies.ts'
import { browserClient } from '#app/browser-client.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Route } from './+types/login.ts'

export const handle: ScreenHandle = { title: t('signIn.login.title') }

/** Redirects members to the desk; other signed-in users may sign in with another account. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = browserClient()
  const next = parseNext(new URL(request.url).searchParams.get('next'))
  // If the visitor cannot be identified, the login is shown.
  const visitor = await identifyVisitor(client).catch((): Visitor => ({ kind: 'unauthenticated' }))
  if (visitor.kind === 'member') throw replace(next)
  const otherAccount = visitor.kind === 'not_member' ? visitor.email : null
  const keptCopies =
    otherAccount === null ? [] : await localCopies.list(({ owner }) => owner === otherAccount)
  return {
    client,
    next,
    otherAccount,
    keptCopies,
    awaitsSecondFactor: visitor.kind === 'needs_second_factor',
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <EntryPage title={t('signIn.login.title')}>
      <LoginForm ready={false} onDone={() => {}} />
    </EntryPage>
  )
}

export default function Login({
  loaderData: { client, next, otherAccount, keptCopies, awaitsSecondFactor },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [step, setStep] = useState<'password' | 'factor'>(awaitsSecondFactor ? 'factor' : 'password')
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const navigate = useNavigate()
  const { toast } = useToast()

  async function enter() {
    toast(LOGGED_IN)
    // The guard shows a message if the account has no role.
    await navigate(next, { replace: true })
  }

  /** Ends the session of a user without a role. */
  async function logOut() {
    await client.auth.signOut({ scope: 'local' })
    await revalidate()
    toast({ title: t('shell.loggedOut.title'), description: t('shell.loggedOut.description') })
  }

  /** Ends the session that lacks its second factor. */
  async function startAgain(reason?: string) {
    await client.auth.signOut({ scope: 'local' })
    setStep('password')
    if (reason) toast({ title: t('signIn.login.failed'), description: reason, variant: 'destructive' })
  }

  if (step === 'factor') {
    return (
      <EntryPage title={t('signIn.factor.title')}>
        <FactorForm
          client={client}
          onVerified={() => void enter()}
          onBack={(reason) => void startAgain(reason)}
          backLabel={t('signIn.factor.backToPassword')}
        />
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('signIn.login.title')} headingRef={heading}>
      {otherAccount !== null && (
        <Notice tone="warning" role="status" title={t('signIn.notMember.title')} className="mb-7">
          <p>{t('signIn.notMember.account', { email: otherAccount })}</p>
          {keptCopies.length > 0 && <KeptCopies copies={keptCopies} />}
          <Button variant="secondary" size="sm" onClick={() => void logOut()}>
            {t('shell.logout')}
          </Button>
        </Notice>
      )}
      <LoginForm onDone={(outcome) => (outcome === 'signed_in' ? enter() : setStep('factor'))} />
    </EntryPage>
  )
}

/** Unsaved texts of a person who no longer has a role, as far as this browser has them. */
function KeptCopies({ copies }: { copies: readonly LocalCopy[] }) {
  return (
    <>
      <p className="font-semibold text-ink">{t('signIn.kept.title')}</p>
      <p>{t('signIn.kept.text')}</p>
      <ul className="space-y-2">
        {copies.map((copy) => {
          const title = titleOf(copy)
          return (
            <li key={copy.id}>
              <Button
                variant="secondary"
                size="sm"
                className="max-w-full"
                onClick={() => downloadText(textOf(copy), { name: 'unsaved-text.md', type: 'text/markdown' })}
              >
                <span className="truncate">{t('signIn.kept.download', { title })}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const titleOf = ({ form }: LocalCopy): string =>
  (typeof form.title === 'string' && form.title) || t('signIn.kept.untitled')

const textOf = (copy: LocalCopy): string =>
  `# ${titleOf(copy)}\n\n${typeof copy.form.content === 'string' ? copy.form.content : ''}\n`
