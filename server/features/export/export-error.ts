import type { Session } from '#server/platform/database/connection.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'

/** The reason why an export cannot be made, in one line for the person who asked for it. */
export class ExportError extends Error {
  override name = 'ExportError'

  constructor(message: string) {
    super(escapeInvisible(message))
  }
}

/** @throws ExportError when the database has no publication yet */
export async function requirePublication(sql: Session): Promise<void> {
  const [row] = await sql<[{ exists: boolean }]>`select to_regclass('public.articles') is not null as exists`
  if (!row.exists) throw new ExportError('There is nothing to export: the database is empty.')
}
