import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { type ImportReport, SUBSCRIBER_PROGRAMS } from '#core/domain/subscriber-import.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import type { Sql } from '#server/platform/database/connection.ts'

interface FileImport {
  path: string
  /** Where the consent comes from. */
  source: string
  dryRun: boolean
  /** The administrator in whose name it is done. */
  actor: string
}

/**
 * Imports a file of subscribers from the disk, and describes in lines for a terminal what was done, or what would be.
 * @throws UnreadableFile, or what reading the file throws
 */
export async function importSubscriberFile(sql: Sql, { path, ...rest }: FileImport): Promise<string[]> {
  const body = createReadStream(path)
  const report = await importSubscribers(sql, { body, name: basename(path), ...rest })
  return report
    ? describe(report)
    : ['Another import of subscribers is under way. Try again when it has ended.']
}

function describe(report: ImportReport): string[] {
  const line = (count: number, what: string) => (count > 0 ? [`${String(count).padStart(9)} ${what}`] : [])
  return [
    ...(report.program ? [`This is an export of ${SUBSCRIBER_PROGRAMS[report.program]}.`] : []),
    report.dryRun ? 'Nothing has been stored. An import would do this:' : 'Imported:',
    ...line(report.added, 'new subscribers'),
    ...line(report.confirmed, 'who had signed up here without confirming are confirmed by this consent'),
    ...line(report.already, 'are subscribed already and stay as they are'),
    ...line(report.blocked, 'addresses left elsewhere: no import brings them in from now on'),
    ...line(report.ended, 'subscribers of earlier imports leave'),
    ...line(report.staying, 'left elsewhere and stay, having signed up here'),
    ...line(report.skipped, 'lines bring nobody:'),
    ...report.counts.flatMap(({ kind, lines }) => line(lines, `  ${kind.replaceAll('_', ' ')}`)),
  ]
}
