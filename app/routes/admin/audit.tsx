import { AuditLog } from '#app/admin/audit/audit-log.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('audit.title'), matches)

export default function Audit() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('audit.title')}</h1>
      <p className="mt-1.5 mb-7 max-w-prose text-sm text-soft">{t('audit.intro')}</p>
      <AuditLog />
    </>
  )
}
