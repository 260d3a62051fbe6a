import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  CONSENT_SOURCE_MAX_LENGTH,
  type ImportProblemKind,
  type ImportReport,
  type QuestionAnswer,
  SUBSCRIBER_PROGRAMS,
} from '#core/domain/subscriber-import.ts'
import { questionKey, questionText } from '#server/features/newsletter/import/import-questions.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { shorten } from '#server/features/newsletter/import/parse-cells.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { runWithDatabase } from '../command-line.ts'

const USAGE = `Usage:
  npm run import -- --subscribers FILE --consent "WHERE IT COMES FROM"

  FILE is a CSV file of subscribers, or a zip of several, of any program.

  --consent TEXT    is stored with each subscriber, such as "Mailchimp export, double opt-in"
  --everybody-left  nobody in the file is a subscriber any more
  --dry-run         says what would happen, and changes nothing

  A dry run asks what words of the file mean that no program is known for. Their lines bring nobody until one of these answers,
  as often as there are questions, each with the question as the dry run writes it:

  --bring-in "Status=VIP"      these people are subscribers
  --leave-out "Status=VIP"     they are not
  --unsubscribed "Status=VIP"  they have left, and no later import brings them in

See docs/moving.md.`

interface FileImport {
  path: string
  consent: string
  everybodyLeft: boolean
  /** The answers by the questions as they are written. */
  answers?: ReadonlyMap<string, QuestionAnswer>
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
        'bring-in': { type: 'string', multiple: true, default: [] },
        'leave-out': { type: 'string', multiple: true, default: [] },
        unsubscribed: { type: 'string', multiple: true, default: [] },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const { subscribers: path, consent = '', 'everybody-left': everybodyLeft, 'dry-run': dryRun } = values
    const { 'bring-in': broughtIn, 'leave-out': leftOut, unsubscribed } = values
    const given = { bring_in: broughtIn, leave_out: leftOut, unsubscribed }
    const answers = new Map(
      Object.entries(given).flatMap(([answer, questions]) =>
        questions.map((question) => [question, answer as QuestionAnswer] as const),
      ),
    )
    const isSentence = consent.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(consent)
    if (path && isSentence && consent.length <= CONSENT_SOURCE_MAX_LENGTH)
      return { path, consent: consent.trim(), everybodyLeft, answers, dryRun }
  } catch {
    // The usage explains the error.
  }
  throw new Error(USAGE)
}

/** Imports a file, and describes the result, or the effect, in lines for a terminal. */
export async function importSubscriberFile(
  sql: Sql,
  { path, consent: source, answers: written = new Map(), ...options }: FileImport,
): Promise<string[]> {
  await using file = await open(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read. Check the path and its permissions.`, { cause })
  })
  if (!(await file.stat()).isFile()) throw new Error(`${path} is no file.`)
  const body = file.createReadStream({ autoClose: false })
  const answers = new Map([...written].map(([question, answer]) => [questionKey(question), answer]))
  const request = { body, name: basename(path), source, actor: null, answers, ...options }
  const report = await importSubscribers(sql, request)
  if (!report) throw new Error('Another import of subscribers is under way. Try again when it has ended.')
  const asked = new Set(report.questions.map(({ key }) => key))
  const unasked = [...written.keys()].filter((question) => !asked.has(questionKey(question)))
  return [...describe(report), ...unasked.map((question) => `The file does not ask about “${question}”.`)]
}

/** Words for the kinds whose names are not clear enough. */
const KIND_WORDS: Partial<Record<ImportProblemKind, string>> = {
  invisible: 'invisible character inside the address',
  long_local: 'more than 64 characters before the @',
  unclear: 'word that is not known',
}
const wordsOf = (kind: ImportProblemKind): string => KIND_WORDS[kind] ?? kind.replaceAll('_', ' ')

function describe({ columns, ...report }: ImportReport): string[] {
  const line = (count: number, what: string) => (count > 0 ? [`${String(count).padStart(9)} ${what}`] : [])
  const lines = report.counts.reduce((sum, { lines: count }) => sum + count, 0)
  const open = report.questions.filter(({ answer }) => !answer)
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
    ...report.counts.flatMap(({ kind, lines }) => line(lines, `  ${wordsOf(kind)}`)),
    ...report.problems.map(({ file, line: number, kind, value }) =>
      [`  ${file ? `${shorten(file)}, ` : ''}line ${number}:`, wordsOf(kind), value].join(' ').trimEnd(),
    ),
    ...line(lines - report.problems.length, 'more lines are not named'),
    ...(open.length > 0 ? ['What do these words mean? Until you say it, their lines bring nobody:'] : []),
    ...open.flatMap((question) => line(question.lines, `lines: ${questionText(question)}`)),
    ...(open.length > 0 ? ['Answer each with --bring-in "…", --leave-out "…" or --unsubscribed "…".'] : []),
    `Columns that are read: ${columns.read.join(', ')}.`,
    ...columns.ignored.map(
      ({ name, values }) => `Ignored: ${name}${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
    ),
    ...(columns.more > 0 ? [`${columns.more} more columns are not named.`] : []),
  ]
}
