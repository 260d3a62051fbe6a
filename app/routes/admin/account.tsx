import { FactorsSection } from '#app/admin/account/factors-section.tsx'
import { PasswordSection } from '#app/admin/account/password-section.tsx'
import { SessionsSection } from '#app/admin/account/sessions-section.tsx'
import { t } from '#app/admin/messages.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/account.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('account.title'), matches)

export default function Account() {
  const { email } = useDesk()
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('account.title')}</h1>
      <p className="mt-1.5 mb-8 break-words text-soft">{t('account.signedInAs', { email })}</p>
      <PasswordSection email={email} />
      <FactorsSection email={email} />
      <SessionsSection />
    </>
  )
}
