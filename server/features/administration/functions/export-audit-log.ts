import * as z from 'zod'
import { csvLine } from '#core/csv.ts'
import { isStorable } from '#core/domain/article-input.ts'
import { AUDIT_KINDS, type AuditEntry, type AuditFilter, detailsInWords } from '#core/domain/audit-log.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { withQuery } from '#server/supabase/functions/call.ts'
import { csvFile } from '#server/supabase/functions/csv-file.ts'

const text = (longest: number) => z.string().max(longest).refine(isStorable)
const moment = z.iso.datetime({ offset: true }).nullable().default(null)

const filter = z.strictObject({
  search: text(200).default(''),
  person: text(255).nullable().default(null),
  kind: z.enum(AUDIT_KINDS).nullable().default(null),
  from: moment,
  until: moment,
})

/** Rows that are read into memory at a time, and of a file. */
const BATCH = 2_000
const MAX_ROWS = 500_000
const COLUMNS = ['time', 'who', 'did', 'why', 'details', 'kind', 'action', 'subject_id'] as const

/**
 * `?search=…&person=…&kind=…&from=…&until=…`: the entries of the audit log that a list shows, as a CSV file, which is itself noted in
 * the log.
 */
export const exportAuditLog = withQuery(
  filter,
  'The audit log cannot be filtered by this.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, asked, { userId }) => {
    const { search, ...others } = asked
    // The words are not stored, because one of them may be the address of a subscriber.
    const noted = JSON.stringify({ ...others, searched: search.trim() !== '' })
    // The file ends before this entry.
    const [{ id }] = await sql<[{ id: string }]>`
      with recorded as materialized (
        select private.record_act('administrators', 'export_audit_log', 'exported the audit log',
          p_details => ${noted}::jsonb, p_actor => ${userId}::uuid))
      select (select coalesce(max(id), 0) + 1 from public.audit_log)::text as id from recorded`
    let next: string | null = id
    let written = 0
    return csvFile('audit-log.csv', COLUMNS, async () => {
      if (next === null) return ''
      const rows = await readBatch(sql, asked, next)
      written += rows.length
      next = rows.length < BATCH || written >= MAX_ROWS ? null : (rows.at(-1)?.key ?? null)
      return rows.map(lineOf).join('')
    })
  },
)

type Row = AuditEntry & { key: string; time: string }

function readBatch(sql: Sql, asked: AuditFilter, before: string): Promise<Row[]> {
  const { search, person, kind, from, until } = asked
  return sql<Row[]>`
    select id::text as key, to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time,
      actor_name, did, reason, details, kind, action, subject_id
    from private.audit_entries_before(${before}::bigint, ${search}, ${person}, ${kind}, ${from}::timestamptz,
      ${until}::timestamptz, ${BATCH})`
}

function lineOf(row: Row): string {
  const details = detailsInWords(row).map(({ name, before, value }) =>
    before === undefined ? `${name}: ${value}` : `${name}: ${before} → ${value}`,
  )
  return csvLine([
    row.time,
    row.actor_name,
    row.did,
    row.reason ?? '',
    details.join('; '),
    row.kind,
    row.action,
    row.subject_id ?? '',
  ])
}
