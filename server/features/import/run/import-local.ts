import type { ImportChoices, ImportFormat, ImportState } from '#core/domain/site-import.ts'
import { findImportRow, type ImportRow } from '#server/features/import/run/import-rows.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Says of imports whose command was killed that they have ended. */
export async function settleEndedCommands(sql: Session): Promise<void> {
  await sql`
    update private.imports set state = 'failed', progress = null,
      problem = 'The command has ended before the import had. Run it again: it goes on.'
    where kind = 'command' and state in ('reading', 'importing', 'undoing') and active_at < now() - interval '10 minutes'`
}

/** Begins an import of what is on this machine, which no job takes over. Returns its id. */
export async function beginLocalImport(
  sql: Session,
  { name, format, source }: { name: string; format: ImportFormat | null; source: string | null },
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into private.imports (name, kind, format, source, state)
    values (${name.slice(0, 300)}, 'command', ${format}, ${source}, 'reading') returning id`
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
