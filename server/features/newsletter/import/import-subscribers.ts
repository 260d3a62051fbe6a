import {
  type ImportProblem,
  type ImportProblemKind,
  type ImportReport,
  REPORTED_LINES,
  SKIP_KINDS,
} from '#core/domain/subscriber-import.ts'
import {
  type ImportColumns,
  type ImportedRow,
  parseHeader,
  parseRow,
} from '#server/features/newsletter/import/parse-row.ts'
import { readRows, UnreadableFile } from '#server/features/newsletter/import/read-rows.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { actAs, type UserCall } from '#server/supabase/functions/call.ts'

/** The result of the staged addresses in the database. */
interface ImportOutcome {
  outcomes: { outcome: 'added' | 'confirmed' | 'already' | ImportProblemKind; addresses: number }[]
  skipped: ImportProblem[]
}

/** Counts the problems of lines, and collects the first ones. */
class Problems {
  readonly #counts = new Map<ImportProblemKind, number>()
  readonly #first: ImportProblem[] = []

  add(problem: ImportProblem): void {
    this.#counts.set(problem.kind, (this.#counts.get(problem.kind) ?? 0) + 1)
    if (this.#first.length < REPORTED_LINES) this.#first.push(problem)
  }

  report(
    { outcomes, skipped }: ImportOutcome,
    rest: Pick<ImportReport, 'dryRun' | 'lines' | 'columns'>,
  ): ImportReport {
    const counts = new Map(this.#counts)
    const of = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.addresses ?? 0
    for (const { outcome, addresses } of outcomes)
      if (outcome !== 'added' && outcome !== 'confirmed' && outcome !== 'already')
        counts.set(outcome, (counts.get(outcome) ?? 0) + addresses)
    return {
      ...rest,
      added: of('added'),
      confirmed: of('confirmed'),
      already: of('already'),
      skipped: SKIP_KINDS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
      counts: [...counts].map(([kind, lines]) => ({ kind, lines })).toSorted((a, b) => b.lines - a.lines),
      problems: [...this.#first, ...skipped].toSorted((a, b) => a.line - b.line).slice(0, REPORTED_LINES),
    }
  }
}

interface ImportRequest {
  body: AsyncIterable<Uint8Array>
  /** The source of the consent, in the words of the editor. */
  source: string
  dryRun: boolean
  actor: string
  /** In whose name the audit log has it; without them, in that of the actor. */
  claims?: UserCall['claims']
  /** Called when the whole file was read and is valid; storing it may take minutes. */
  onStaged?: () => void
}

/** The number of addresses that one statement stages. */
const BATCH = 5_000

/**
 * Imports subscribers from a CSV file in one transaction: all of them, or none when the file is invalid or incomplete. Null while another
 * import is running.
 * @throws UnreadableFile, or what reading the body throws
 */
export function importSubscribers(sql: Sql, request: ImportRequest): Promise<ImportReport | null> {
  const { body, source, dryRun, actor, claims, onStaged } = request
  return sql.transaction(async (transaction) => {
    const [begun] = await transaction<[{ free: boolean }]>`select private.begin_subscriber_import() as free`
    if (!begun.free) return null
    if (claims) await actAs(transaction, claims)

    const problems = new Problems()
    let header: { columns: ImportColumns; read: string[]; ignored: string[]; expected: number } | undefined
    let lines = 0
    let batch: ImportedRow[] = []
    let leavers: string[] = []
    const flush = async () => {
      for (const { line, address } of await stage(transaction, batch))
        problems.add({ line, kind: 'duplicate', value: address })
      batch = []
      await stageLeavers(transaction, leavers)
      leavers = []
    }
    await readRows(body, async ({ line, cells }) => {
      if (!header) {
        const found = parseHeader(cells)
        if ('problem' in found) throw new UnreadableFile(found.problem)
        header = { ...found, expected: cells.length }
        return
      }
      lines += 1
      const { columns, expected } = header
      const imported = parseRow(cells, {
        line,
        columns,
        expected,
        report: (problem) => problems.add(problem),
        left: (address) => leavers.push(address),
      })
      if (imported) batch.push(imported)
      if (batch.length + leavers.length >= BATCH) await flush()
    })
    if (!header) throw new UnreadableFile('This file is empty.')
    if (lines === 0) throw new UnreadableFile('This file names its columns and nothing else.')
    await flush()
    // Another line, before or after, may say that the same address has unsubscribed.
    for (const { line, address } of await unstageLeavers(transaction))
      problems.add({ line, kind: 'left_elsewhere', value: address })
    onStaged?.()

    const [row] = await transaction<[{ outcome: ImportOutcome }]>`
      select private.finish_subscriber_import(${source}, ${actor}, ${dryRun}) as outcome`
    const { read, ignored } = header
    return problems.report(row.outcome, { dryRun, lines, columns: { read, ignored } })
  })
}

/** Inserts lines into the temporary table, and returns those whose address is in it already. */
async function stage(transaction: Session, batch: readonly ImportedRow[]): Promise<readonly ImportedRow[]> {
  if (batch.length === 0) return []
  const staged = await transaction<{ line: number }[]>`
    insert into pg_temp.staged_subscribers (line, address, language, subscribed_at, confirmed_at, address_hash)
    select given.*, encode(sha256(convert_to(address, 'UTF8')), 'hex')
    from unnest(
      ${batch.map(({ line }) => line)}::integer[], ${batch.map(({ address }) => address)}::text[],
      ${batch.map(({ language }) => language)}::text[], ${batch.map(({ subscribedAt }) => subscribedAt)}::timestamptz[],
      ${batch.map(({ confirmedAt }) => confirmedAt)}::timestamptz[]) as given (line, address, language, subscribed_at, confirmed_at)
    on conflict (address) do nothing returning line`
  if (staged.length === batch.length) return []
  const stored = new Set(staged.map(({ line }) => line))
  return batch.filter(({ line }) => !stored.has(line))
}

async function stageLeavers(transaction: Session, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await transaction`
    insert into pg_temp.staged_leavers (address) select unnest(${addresses}::text[]) on conflict (address) do nothing`
}

/** Removes staged addresses that have unsubscribed by another line, and returns them. */
function unstageLeavers(transaction: Session): Promise<{ line: number; address: string }[]> {
  return transaction`
    delete from pg_temp.staged_subscribers using pg_temp.staged_leavers
    where staged_subscribers.address = staged_leavers.address returning line, staged_subscribers.address`
}
