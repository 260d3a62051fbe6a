import { useState } from 'react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import { EntryPage } from '#app/admin/sign-in/entry-page.tsx'
import { ForgotPasswordForm } from '#app/admin/sign-in/forgot-password-form.tsx'
import { useFocusOnChange } from '#app/admin/ui/use-focus-on-change.ts'
import { browserClient } from '#app/browser-client.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Forgot password', matches)

export function clientLoader() {
  return { client: browserClient() }
}
clientLoader.hydrate = true as const

const BACK = { to: LOGIN_PATH, label: 'Back to the login' }
const INTRO = 'Enter the e-mail address of your account. A link to choose a new password will be sent there.'

export function HydrateFallback() {
  return (
    <EntryPage title="Forgot password" intro={INTRO} back={BACK}>
      <ForgotPasswordForm />
    </EntryPage>
  )
}

export default function ForgotPassword({ loaderData: { client } }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState('')
  const heading = useFocusOnChange<HTMLHeadingElement>(sentTo)
  if (sentTo) {
    return (
      <EntryPage title="Look into your mail" back={BACK} headingRef={heading}>
        <p className="text-soft">
          If <b className="break-words font-semibold text-ink">{sentTo}</b> has an account, a link is on its
          way. It works once, and for a short time only.
        </p>
        <p className="mt-4 text-soft">
          Nothing there after a few minutes? Look into the folder for spam, or try again.
        </p>
        <Button variant="secondary" className="mt-6" onClick={() => setSentTo('')}>
          Try another address
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title="Forgot password" intro={INTRO} back={BACK} headingRef={heading}>
      <ForgotPasswordForm client={client} onSent={setSentTo} />
    </EntryPage>
  )
}
