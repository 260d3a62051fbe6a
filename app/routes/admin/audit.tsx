import { AuditLog } from '#app/admin/audit/audit-log.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('audit.title'), matches)

export default AuditLog
