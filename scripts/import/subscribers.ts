import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  CONSENT_SOURCE_MAX_LENGTH,
  type ImportReport,
  SUBSCRIBER_PROGRAMS,
} from '#core/domain/subscriber-import.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { runWithDatabase } from '../command-line.ts'

const USAGE = `Usage:
  npm run import -- --subscribers FILE --consent "WHERE IT COMES FROM"

  FILE is a CSV file of subscribers, or a zip of several, of Ghost, Substack, Mailchimp, Buttondown, listmonk or any other system.

  --consent TEXT    is stored with each subscriber, such as "Mailchimp export, double opt-in"
  --everybody-left  nobody in the file is a subscriber any more
  --dry-run         says what would happen, and changes nothing

See docs/moving.md.`

interface FileImport {
  path: string
  consent: string
  everybodyLeft: boolean
  dryRun: boolean
}

/** The command with `--subscribers`. */
export async function importSubscribersCommand(args: string[]): Promise<void> {
  const asked = readArguments(args)
  await runWithDatabase(async ({ sql }) => {
    for (const line of await importSubscriberFile(sql, asked)) console.log(line)
  })
}

function readArguments(args: string[]): FileImport {
  try {
    const { values } = parseArgs({
      args,
      options: {
        subscribers: { type: 'string' },
        consent: { type: 'string' },
        'everybody-left': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const { subscribers: path, consent = '', 'everybody-left': everybodyLeft, 'dry-run': dryRun } = values
    const isSentence = consent.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(consent)
    if (path && isSentence && consent.length <= CONSENT_SOURCE_MAX_LENGTH)
      return { path, consent: consent.trim(), everybodyLeft, dryRun }
  } catch {
    // The usage says what there is.
  }
  throw new Error(USAGE)
}

/** Imports a file, and describes in lines for a terminal what was done, or what would be. */
export async function importSubscriberFile(
  sql: Sql,
  { path, consent: source, ...options }: FileImport,
): Promise<string[]> {
  await using file = await open(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read. Check the path and its permissions.`, { cause })
  })
  if (!(await file.stat()).isFile()) throw new Error(`${path} is no file.`)
  const body = file.createReadStream({ autoClose: false })
  const report = await importSubscribers(sql, { body, name: basename(path), source, actor: null, ...options })
  if (!report) throw new Error('Another import of subscribers is under way. Try again when it has ended.')
  return describe(report)
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
