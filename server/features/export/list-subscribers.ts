import { csvLine } from '#core/csv.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { moment, readRows } from '#server/features/export/read-rows.ts'
import { SUBSCRIBER_COLUMNS } from '#server/features/newsletter/import/programs.ts'
import type { Session } from '#server/platform/database/connection.ts'

const AT_ONCE = 1_000

const SUBSCRIBERS = `
  select array[email, language, ${moment('subscribed_at')}, confirmed::text, coalesce(${moment('confirmed_at')}, ''),
    is_active::text, coalesce(${moment('left_at')}, ''), coalesce(left_reason, ''), coalesce(array_to_string(sections, ' '), '')] as cells
  from public.newsletter_subscribers order by lower(email) collate "C", email collate "C"`

const SUPPRESSED = `
  select array[address_hash, reason, ${moment('suppressed_at')}] as cells
  from private.suppressed_addresses order by address_hash collate "C"`

/** Lists the people who subscribe or have left, and the hashes of the addresses that get no mail for ever. */
export async function* listSubscribers(sql: Session): AsyncGenerator<ExportEntry> {
  yield {
    path: 'subscribers.csv',
    content: writeCsv(sql, { columns: SUBSCRIBER_COLUMNS, query: SUBSCRIBERS }),
  }
  const columns = ['sha256', 'reason', 'suppressed_at']
  yield { path: 'suppressed-addresses.csv', content: writeCsv(sql, { columns, query: SUPPRESSED }) }
}

async function* writeCsv(
  sql: Session,
  { columns, query }: { columns: readonly string[]; query: string },
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { cells } of readRows<{ cells: string[] }>(sql, query, AT_ONCE)) yield csvLine(cells)
}
