import { randomUUID } from 'node:crypto'
import type { ImportReport } from '#core/domain/subscriber-import.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'

export const ACTOR = randomUUID()
export const SOURCE = 'Mailchimp export, double opt-in'

/** A database into which files are imported. */
export async function openImporting() {
  const database = await createTestDatabase()
  const { sql } = database

  /** Null while another import is under way. */
  function attempt(file: string | Buffer, { dryRun = false } = {}): Promise<ImportReport | null> {
    return importSubscribers(sql, { body: chunksOf(Buffer.from(file)), source: SOURCE, dryRun, actor: ACTOR })
  }

  return {
    database,
    attempt,
    async run(file: string | Buffer, options: { dryRun?: boolean } = {}): Promise<ImportReport> {
      const report = await attempt(file, options)
      if (!report) throw new Error('Another import is under way')
      return report
    },
    stored: async () => [...(await sql`select * from public.newsletter_subscribers order by email`)],
    /** Removes what a test has left. */
    async reset(): Promise<void> {
      await sql`
        truncate public.newsletter_subscribers, private.suppressed_addresses, public.audit_log, public.newsletter_issues cascade`
    },
    stop: () => database.drop(),
  }
}

export async function* chunksOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}
