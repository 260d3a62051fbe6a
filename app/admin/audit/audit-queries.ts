import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listAuditEntries } from '#core/data/audit-log.ts'

export const ENTRIES_PER_PAGE = 25

export const auditQuery = (page: number) =>
  deskQuery(['audit', page], (client) => listAuditEntries(client, { page, pageSize: ENTRIES_PER_PAGE }))
