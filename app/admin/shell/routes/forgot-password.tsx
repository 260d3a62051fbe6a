import { useState } from 'react'
import { unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { EmailField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { LOGIN_PATH } from '#app/admin/kit/paths.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { EntryPage } from '#app/admin/shell/sign-in/entry-page.tsx'
import { browserClient } from '#app/browser-client.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Client } from '#core/data/client.ts'
import { mailStaysHere } from '#core/data/mail-transport.ts'
import { emailInput } from '#core/domain/account.ts'
import type { Route } from './+types/forgot-password.ts'

export const handle: ScreenHandle = { title: t('signIn.forgot.title') }

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

interface ForgotPasswordFormProps {
  /** Undefined until the page is hydrated. */
  client?: Client
  /** The server responds in the same way for every address, so the text says that a link was sent if there is an account. */
  onSent?: (sent: { email: string; leaves: boolean }) => void
}

function ForgotPasswordForm({ client, onSent }: ForgotPasswordFormProps) {
  const state = useDeskForm({
    schema: emailInput,
    initial: { email: '' },
    async submit({ email }) {
      if (!client) return
      unwrap(await client.auth.resetPasswordForEmail(email))
      onSent?.({ email, leaves: !(await mailStaysHere(client)) })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <DeskForm
      state={state}
      ready={client !== undefined}
      action={t('signIn.forgot.action')}
      busyAction={t('signIn.forgot.busy')}
      wide
    >
      <FormField state={state} name="email" label={t('form.email')} as={EmailField} />
    </DeskForm>
  )
}
