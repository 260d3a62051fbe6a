import { FactorsSection } from '#app/admin/account/factors-section.tsx'
import { PasswordSection } from '#app/admin/account/password-section.tsx'
import { ProfileSection } from '#app/admin/account/profile-section.tsx'
import { SessionsSection } from '#app/admin/account/sessions-section.tsx'
import { t } from '#app/admin/messages.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { Route } from './+types/account.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('account.title'), matches)

export default function Account() {
  const { email } = useDesk()
  const { needs_factor } = useMember()
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('account.title')}</h1>
      <p className="mt-1.5 mb-8 break-words text-soft">{t('account.signedInAs', { email })}</p>
      {needs_factor && (
        <Notice tone="warning" className="mb-8 max-w-prose" title={t('session.factor.title')}>
          {t('session.factor.text')}
        </Notice>
      )}
      {!needs_factor && <ProfileSection />}
      <PasswordSection email={email} />
      <FactorsSection email={email} />
      <SessionsSection />
    </>
  )
}
