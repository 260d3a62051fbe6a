import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import { EntryPage } from '#app/admin/sign-in/entry-page.tsx'
import { ForgotPasswordForm } from '#app/admin/sign-in/forgot-password-form.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { useFocusOnChange } from '#app/admin/ui/use-focus-on-change.ts'
import { browserClient } from '#app/browser-client.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('signIn.forgot.title'), matches)

export function clientLoader() {
  return { client: browserClient() }
}
clientLoader.hydrate = true as const

const BACK = { to: LOGIN_PATH, label: t('signIn.back') }
const INTRO = t('signIn.forgot.intro')

export function HydrateFallback() {
  return (
    <EntryPage title={t('signIn.forgot.title')} intro={INTRO} back={BACK}>
      <ForgotPasswordForm />
    </EntryPage>
  )
}

export default function ForgotPassword({ loaderData: { client } }: Route.ComponentProps) {
  const [sent, setSent] = useState<{ email: string; leaves: boolean } | null>(null)
  const heading = useFocusOnChange<HTMLHeadingElement>(sent?.email ?? '')
  if (sent) {
    return (
      <EntryPage
        title={t(sent.leaves ? 'signIn.forgot.sentTitle' : 'signIn.forgot.outboxTitle')}
        back={BACK}
        headingRef={heading}
      >
        <p className="text-soft">
          <FilledMessage
            text={t(sent.leaves ? 'signIn.forgot.sent' : 'signIn.forgot.outbox')}
            values={{ email: <b className="break-words font-semibold text-ink">{sent.email}</b> }}
          />
        </p>
        {sent.leaves && <p className="mt-4 text-soft">{t('signIn.forgot.nothingThere')}</p>}
        <Button variant="secondary" className="mt-6" onClick={() => setSent(null)}>
          {t('signIn.forgot.another')}
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('signIn.forgot.title')} intro={INTRO} back={BACK} headingRef={heading}>
      <ForgotPasswordForm client={client} onSent={setSent} />
    </EntryPage>
  )
}
