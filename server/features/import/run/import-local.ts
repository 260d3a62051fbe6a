import type { ImportChoices, ImportFormat, ImportState } from '#core/domain/site-import.ts'
import { findImportRow, type ImportRow } from '#server/features/import/run/import-rows.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Says of imports that nobody is at any more that they have ended: their command was killed, or the site was restored from a backup. */
export async function settleEndedImports(sql: Session): Promise<void> {
  await sql`
    update private.imports set state = 'failed', progress = null, stopping = false,
      problem = 'It ended before its end. Start it again: what is here already stays, and it goes on.'
    where state in ('reading', 'importing', 'undoing')
      and active_at < now() - case kind when 'command' then interval '10 minutes' else interval '2 hours' end`
}

/** Begins an import of what is on this machine, which no job takes over. Returns its id. */
export async function beginLocalImport(
  sql: Session,
  { name, format, siteName }: { name: string; format: ImportFormat | null; siteName: string | null },
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into private.imports (name, kind, format, site_name, state)
    values (${name.slice(0, 300)}, 'command', ${format}, ${siteName}, 'reading') returning id`
  return row.id
}

/** Brings an import into the state in which work on it begins. */
export async function beginState(
  sql: Session,
  id: string,
  state: Extract<ImportState, 'reading' | 'importing' | 'undoing'>,
  choices: ImportChoices | null = null,
): Promise<ImportRow> {
  await sql`
    update private.imports set state = ${state}, stopping = false, progress = null, problem = null,
      choices = coalesce(${choices && JSON.stringify(choices)}::jsonb, choices)
    where id = ${id}`
  const row = await findImportRow(sql, id)
  if (!row) throw new Error('There is no such import.')
  return row
}
