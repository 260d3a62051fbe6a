import { AuditLog } from '#app/admin/audit/audit-log.tsx'

export default AuditLog
