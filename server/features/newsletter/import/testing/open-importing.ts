import { randomUUID } from 'node:crypto'
import type { ImportReport, QuestionAnswer } from '#core/domain/subscriber-import.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'

export const ACTOR = randomUUID()
interface ImportOptions {
  dryRun?: boolean
  name?: string
  everybodyLeft?: boolean
  answers?: ReadonlyMap<string, QuestionAnswer>
}

export const SOURCE = 'Mailchimp export, double opt-in'

const NAMES =
  'ada grace emmy both silent bounced complained customer stays left removed spammy pending disabled blocked deleted gone'.split(
    ' ',
  )

/** A database into which files are imported. */
export async function openImporting() {
  const database = await createTestDatabase()
  const { sql } = database

  /** Null while another import is under way. */
  function attempt(file: string | Buffer, options: ImportOptions = {}): Promise<ImportReport | null> {
    const body = chunksOf(Buffer.from(file))
    return importSubscribers(sql, { body, source: SOURCE, dryRun: false, actor: ACTOR, ...options })
  }

  return {
    database,
    attempt,
    async run(file: string | Buffer, options: ImportOptions = {}): Promise<ImportReport> {
      const report = await attempt(file, options)
      if (!report) throw new Error('Another import is under way')
      return report
    },
    stored: async () => [...(await sql`select * from public.newsletter_subscribers order by email`)],
    /** The addresses of the exports that are blocked, and why. */
    async suppressed(): Promise<Record<string, string>> {
      const rows = await sql<{ address: string; reason: string }[]>`
        select address, reason from private.suppressed_addresses
        join unnest(${NAMES.map((name) => `${name}@example.org`)}::text[]) as address on private.sha256_hex(address) = address_hash`
      const [{ count }] = await sql<
        [{ count: number }]
      >`select count(*)::int as count from private.suppressed_addresses`
      if (count !== rows.length) throw new Error('An address is blocked that no export has')
      return Object.fromEntries(rows.map(({ address, reason }) => [address, reason]))
    },
    /** Removes what a test has left. */
    async reset(): Promise<void> {
      await emptyTables(
        sql,
        'public.newsletter_subscribers, private.suppressed_addresses, public.audit_log, public.newsletter_issues',
      )
    },
    stop: () => database.drop(),
  }
}

export async function* chunksOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}
