import { basename } from 'node:path'
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_LINES,
  type ImportProblem,
  type ImportProblemKind,
  type ImportReport,
  type QuestionAnswer,
  REPORTED_COLUMNS,
  REPORTED_LINES,
  SKIP_KINDS,
  type SubscriberProgram,
} from '#core/domain/subscriber-import.ts'
import { ImportQuestions } from '#server/features/newsletter/import/import-questions.ts'
import { type ParsedHeader, parseHeader } from '#server/features/newsletter/import/parse-header.ts'
import { type ImportedRow, KIND_BY_STANDING, parseRow } from '#server/features/newsletter/import/parse-row.ts'
import { isSubscriberFile, standingOfFile } from '#server/features/newsletter/import/programs.ts'
import {
  readRows,
  TOO_MANY_LINES,
  tooLarge,
  UnreadableFile,
} from '#server/features/newsletter/import/read-rows.ts'
import { type LeftStanding, STANDINGS, strictest } from '#server/features/newsletter/import/standing.ts'
import { ColumnsSurvey, type SurveyedColumns } from '#server/features/newsletter/import/survey-columns.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { openZip } from '#server/platform/documents/open-zip.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { actAs, type UserCall } from '#server/supabase/functions/call.ts'

interface ImportRequest {
  /** A CSV file, or a zip of several. */
  body: AsyncIterable<Uint8Array>
  /** The name of the file, which may say how everybody in it stands. */
  name?: string
  /** True if nobody in the file is a subscriber any more, whatever it says. */
  everybodyLeft?: boolean
  /** The meanings of the words that the file does not explain, by the keys of their questions. */
  answers?: ReadonlyMap<string, QuestionAnswer>
  /** The source of the consent, in the words of the editor. */
  source: string
  dryRun: boolean
  /** Null for the operator of the server. */
  actor: string | null
  /** In whose name the audit log has it; without them, in that of the actor. */
  claims?: UserCall['claims']
  /** Throws when the caller may not import any more; the file may have arrived slowly. */
  demandAgain?: UserCall['demandAgain']
  /** Called when the whole file was read and is valid; storing it may take minutes. */
  onStaged?: () => void
}

/** The number of addresses that one statement stages. */
const BATCH = 5_000

/**
 * Imports subscribers from a CSV file, or from a zip of several, in one transaction: all of them, or none when something is invalid or
 * incomplete. Who has left elsewhere is not imported, now or later. Null while another import is running.
 * @throws UnreadableFile, or what reading the body throws
 */
export function importSubscribers(sql: Sql, request: ImportRequest): Promise<ImportReport | null> {
  const {
    body,
    name = '',
    everybodyLeft = false,
    answers = new Map(),
    source,
    dryRun,
    actor,
    claims,
    demandAgain,
    onStaged,
  } = request
  return sql.transaction(async (transaction) => {
    const [begun] = await transaction<[{ free: boolean }]>`select private.begin_subscriber_import() as free`
    if (!begun.free) return null
    if (!claims && !actor)
      await transaction`select set_config('audit.by', 'The operator of the server', true)`
    const problems = new ImportProblems()
    const questions = new ImportQuestions(answers)
    const read = await withFiles(body, name, (files, isZip) =>
      stageFiles(transaction, files, { problems, questions, everybodyLeft, isZip }),
    )
    // Another line, before or after, may say that the same address is no subscriber.
    for (const { file, line, address, standing } of await unstageLeavers(transaction))
      problems.add({ at: file, line, kind: KIND_BY_STANDING[standing], value: address })
    onStaged?.()

    await demandAgain?.(transaction)
    if (claims) await actAs(transaction, claims)
    const [row] = await transaction<[{ outcome: ImportOutcome }]>`
      select private.finish_subscriber_import(${source}, ${actor}, ${dryRun}, ${read.program}) as outcome`
    return problems.report(row.outcome, { dryRun, questions: questions.list(), ...read })
  })
}

interface FilesRead {
  program: SubscriberProgram | null
  files: string[]
  lines: number
  columns: ImportReport['columns']
}

interface StagingContext {
  problems: ImportProblems
  questions: ImportQuestions
  everybodyLeft: boolean
  isZip: boolean
}

async function stageFiles(
  transaction: Session,
  files: readonly SubscriberFile[],
  { problems, questions, everybodyLeft, isZip }: StagingContext,
): Promise<FilesRead> {
  const read = new Set<string>()
  const ignored = new Map<string, string[]>()
  const [known] = await transaction<[{ sections: string[] }]>`
    select array_agg(slug) as sections from public.categories`
  const sections = new Set(known.sections)
  let program: SubscriberProgram | null = null
  let lines = 0
  for (const [file, { name, open }] of files.entries()) {
    const surveyed = await surveyFile(open(), isZip ? `${name}: ` : '')
    if (!surveyed) {
      if (isZip) continue
      throw new UnreadableFile('This file is empty.')
    }
    const { header, columns } = surveyed
    lines += surveyed.lines
    if (lines > IMPORT_MAX_LINES) throw new UnreadableFile(TOO_MANY_LINES, 413)
    const named = standingOfFile(name)
    const ofAll = everybodyLeft ? strictest(['unsubscribed', ...(named ? [named] : [])]) : named
    let batch: StagedRow[] = []
    let leavers: { address: string; standing: LeftStanding }[] = []
    const flush = async () => {
      for (const { line, address } of await stageRows(transaction, batch))
        problems.add({ at: file, line, kind: 'duplicate', value: address })
      batch = []
      await stageLeavers(transaction, leavers)
      leavers = []
    }
    let isHeader = true
    await readRows(open(), async ({ line, cells }) => {
      if (isHeader) {
        isHeader = false
        return
      }
      const row = parseRow(cells, {
        line,
        columns,
        expected: header.columns.length,
        sections,
        words: header.words,
        ofAll,
        ask: (column, text) => questions.ask(column, text),
        report: (problem) => problems.add({ at: file, ...problem }),
        left: (address, standing) => leavers.push({ address, standing }),
      })
      if (row) batch.push({ file, ...row })
      if (batch.length + leavers.length >= BATCH) await flush()
    })
    await flush()
    program ??= header.program
    for (const name of columns.read) read.add(name)
    for (const { name, values } of columns.ignored) ignored.set(name, ignored.get(name) ?? values)
  }
  if (lines === 0)
    throw new UnreadableFile(
      isZip ? 'The CSV files in this zip are empty.' : 'This file names its columns and nothing else.',
    )
  return {
    program,
    files: isZip ? files.map(({ name }) => name) : [],
    lines,
    columns: {
      read: [...read].slice(0, REPORTED_COLUMNS),
      ignored: [...ignored].slice(0, REPORTED_COLUMNS).map(([name, values]) => ({ name, values })),
      more: Math.max(0, read.size - REPORTED_COLUMNS) + Math.max(0, ignored.size - REPORTED_COLUMNS),
    },
  }
}

/** Reads a file once to find out what its columns are about; null when it is empty. */
async function surveyFile(
  body: AsyncIterable<Uint8Array>,
  inFile: string,
): Promise<{ header: ParsedHeader; columns: SurveyedColumns; lines: number } | null> {
  let survey: ColumnsSurvey | undefined
  let header: ParsedHeader | undefined
  let lines = 0
  await readRows(body, ({ cells }) => {
    if (survey) {
      survey.add(cells)
      lines += 1
      return
    }
    const found = parseHeader(cells)
    if ('problem' in found) throw new UnreadableFile(`${inFile}${found.problem}`)
    header = found
    survey = new ColumnsSurvey(found)
  })
  return header && survey ? { header, columns: survey.result(), lines } : null
}

/** A problem with the number of its file. */
interface FileProblem extends ImportProblem {
  at: number
}

type Outcome = 'added' | 'confirmed' | 'already' | ImportProblemKind

/** The result of the staged addresses in the database. */
interface ImportOutcome {
  outcomes: { outcome: Outcome; addresses: number }[]
  skipped: FileProblem[]
  blocked: number
  ended: number
  staying: number
}

/** Counts the problems of lines, and collects the first ones. */
class ImportProblems {
  readonly #counts = new Map<ImportProblemKind, number>()
  readonly #first: FileProblem[] = []

  add(problem: FileProblem): void {
    this.#counts.set(problem.kind, (this.#counts.get(problem.kind) ?? 0) + 1)
    if (this.#first.length < REPORTED_LINES) this.#first.push(problem)
  }

  report(
    { outcomes, skipped, blocked, ended, staying }: ImportOutcome,
    rest: Pick<ImportReport, 'dryRun' | 'program' | 'files' | 'lines' | 'columns' | 'questions'>,
  ): ImportReport {
    const counts = new Map(this.#counts)
    const of = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.addresses ?? 0
    for (const { outcome, addresses } of outcomes)
      if (outcome !== 'added' && outcome !== 'confirmed' && outcome !== 'already')
        counts.set(outcome, (counts.get(outcome) ?? 0) + addresses)
    const first = [...this.#first, ...skipped]
      .toSorted((a, b) => a.at - b.at || a.line - b.line)
      .slice(0, REPORTED_LINES)
    return {
      ...rest,
      added: of('added'),
      confirmed: of('confirmed'),
      already: of('already'),
      skipped: SKIP_KINDS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
      blocked,
      ended,
      staying,
      counts: [...counts].map(([kind, lines]) => ({ kind, lines })).toSorted((a, b) => b.lines - a.lines),
      problems: first.map(({ at, ...problem }) => {
        const file = rest.files[at]
        return file === undefined ? problem : { file, ...problem }
      }),
    }
  }
}

/** A row with the number of its file. */
interface StagedRow extends ImportedRow {
  file: number
}

/** Inserts rows into the temporary table, and returns those whose address is in it already. */
async function stageRows(transaction: Session, batch: readonly StagedRow[]): Promise<readonly StagedRow[]> {
  if (batch.length === 0) return []
  const staged = await transaction<{ file: number; line: number }[]>`
    insert into pg_temp.staged_subscribers
      (file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, sections, address_hash)
    select file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, string_to_array(sections, ' '),
      encode(sha256(convert_to(address, 'UTF8')), 'hex')
    from unnest(
      ${batch.map(({ file }) => file)}::smallint[], ${batch.map(({ line }) => line)}::integer[],
      ${batch.map(({ address }) => address)}::text[], ${batch.map(({ language }) => language)}::text[],
      ${batch.map(({ subscribedAt }) => subscribedAt)}::timestamptz[],
      ${batch.map(({ confirmedAt }) => confirmedAt)}::timestamptz[],
      ${batch.map(({ ip }) => ip)}::text[], ${batch.map(({ confirmedIp }) => confirmedIp)}::text[],
      ${batch.map(({ sections }) => sections)}::text[])
      as given (file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, sections)
    on conflict (address) do nothing returning file, line`
  if (staged.length === batch.length) return []
  const stored = new Set(staged.map(({ file, line }) => `${file} ${line}`))
  return batch.filter(({ file, line }) => !stored.has(`${file} ${line}`))
}

/** Notes addresses that are no subscribers elsewhere; of what is said of one, the strictest is kept. */
async function stageLeavers(
  transaction: Session,
  leavers: readonly { address: string; standing: LeftStanding }[],
): Promise<void> {
  if (leavers.length === 0) return
  const byAddress = new Map<string, LeftStanding>()
  for (const { address, standing } of leavers)
    byAddress.set(address, strictest([standing, byAddress.get(address) ?? standing]) as LeftStanding)
  await transaction`
    insert into pg_temp.staged_leavers as known (address, standing, address_hash)
    select given.*, encode(sha256(convert_to(address, 'UTF8')), 'hex')
    from unnest(${[...byAddress.keys()]}::text[], ${[...byAddress.values()]}::text[]) as given (address, standing)
    on conflict (address) do update set standing = excluded.standing
      where array_position(${[...STANDINGS]}::text[], excluded.standing) > array_position(${[...STANDINGS]}::text[], known.standing)`
}

/** Removes staged rows whose address is no subscriber by another line, and returns them. */
function unstageLeavers(
  transaction: Session,
): Promise<{ file: number; line: number; address: string; standing: LeftStanding }[]> {
  return transaction`
    delete from pg_temp.staged_subscribers using pg_temp.staged_leavers
    where staged_subscribers.address = staged_leavers.address
    returning file, line, staged_subscribers.address, standing`
}

/** A CSV file, which can be read more than once. */
interface SubscriberFile {
  name: string
  open: () => AsyncIterable<Uint8Array>
}

/** Mailchimp's has four. */
const MAX_FILES = 20
const CHUNK_BYTES = 64 * 1024
const ZIP_MARK = 'PK\u0003\u0004'

/**
 * Calls `read` with a body, or with the tables of subscribers in a zip, which is in memory meanwhile: no addresses stay on the disk.
 * @throws UnreadableFile
 */
async function withFiles<T>(
  body: AsyncIterable<Uint8Array>,
  name: string,
  read: (files: readonly SubscriberFile[], isZip: boolean) => Promise<T>,
): Promise<T> {
  const bytes = await collect(body)
  if (bytes.subarray(0, 4).toString('latin1') !== ZIP_MARK)
    return read([{ name, open: () => inChunks(bytes) }], false)
  const zip = await openZip(bytes, name, () => {}).catch((error: unknown) => {
    throw error instanceof UnreadableSource ? damagedZip() : error
  })
  try {
    const paths = tablesOf(zip.files.map(({ path }) => path))
    const files = zip.files.filter(({ path }) => paths.includes(path))
    const isShort = new Set(paths.map((path) => basename(path))).size === paths.length
    return await read(
      files.map(({ path, open }) => ({
        name: isShort ? basename(path) : path,
        open: () => unpack(open()),
      })),
      true,
    )
  } finally {
    await zip.close()
  }
}

/** The paths of the tables of subscribers in a zip. */
function tablesOf(paths: readonly string[]): readonly string[] {
  if (paths.includes('[Content_Types].xml'))
    throw new UnreadableFile('This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8”, and try again.')
  const tables = paths.filter((path) => /\.csv$/i.test(path))
  const known = tables.filter(isSubscriberFile)
  if (known.length > MAX_FILES)
    throw new UnreadableFile(
      `This zip has more than ${MAX_FILES} tables of subscribers. Import them one by one.`,
    )
  if (known.length > 0) return known
  if (tables.length === 1) return tables
  throw new UnreadableFile(
    tables.length === 0
      ? 'This zip has no CSV file.'
      : 'None of the CSV files in this zip is named like a table of subscribers. Unpack it, and import the one that is meant.',
  )
}

/** Other work of the process goes on between them. */
async function* inChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > IMPORT_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A damaged entry ends with an error of the library. */
async function* unpack(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch {
    throw damagedZip()
  }
}

const damagedZip = () =>
  new UnreadableFile('This zip is damaged or incomplete. Download the export once more, and try again.')
