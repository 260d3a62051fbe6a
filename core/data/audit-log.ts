import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/read-page.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'

/** What was done that cannot be undone, the latest first. */
export async function listAuditEntries(client: Client, options: PageOptions): Promise<Page<AuditEntry>> {
  const query = client.from('audit_log').select('*', { count: 'exact' }).order('id', { ascending: false })
  return readPage((from, to) => query.range(from, to).throwOnError(), options)
}
