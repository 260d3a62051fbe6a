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
  const [sentTo, setSentTo] = useState('')
  const heading = useFocusOnChange<HTMLHeadingElement>(sentTo)
  if (sentTo) {
    return (
      <EntryPage title={t('signIn.forgot.sentTitle')} back={BACK} headingRef={heading}>
        <p className="text-soft">
          <FilledMessage
            text={t('signIn.forgot.sent')}
            values={{ email: <b className="break-words font-semibold text-ink">{sentTo}</b> }}
          />
        </p>
        <p className="mt-4 text-soft">{t('signIn.forgot.nothingThere')}</p>
        <Button variant="secondary" className="mt-6" onClick={() => setSentTo('')}>
          {t('signIn.forgot.another')}
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('signIn.forgot.title')} intro={INTRO} back={BACK} headingRef={heading}>
      <ForgotPasswordForm client={client} onSent={setSentTo} />
    </EntryPage>
  )
}
