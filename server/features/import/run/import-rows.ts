import type {
  ImportChoices,
  ImportFormat,
  ImportRecord,
  ImportState,
  ImportSummary,
} from '#core/domain/site-import.ts'
import { type CollectedNotes, mostNotes } from '#server/features/import/collect-notes.ts'
import { cut } from '#server/features/import/run/article-facts.ts'
import { tryLockSession } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

/** More than a page shows. */
const MOST_SHOWN = 50
const MOST_MADE = 20
/** Of each kind of notes, in the record. */
const KEPT_NOTES = 50
const MAX_PROBLEM_LENGTH = 1_000
const MAX_TITLE_LENGTH = 200

/** The facts of an import that a job needs. */
export interface ImportRow {
  id: string
  name: string
  kind: 'parts' | 'address' | 'command'
  size: number | null
  format: ImportFormat | null
  /** The name that somebody has given the site. */
  siteName: string | null
  state: ImportState
  createdBy: string | null
  choices: ImportChoices | null
  problem: string | null
}

const SUMMARY = fragment`
  imports.id, name, size::float8 as size, format, state, imports.created_at as "createdAt", users.email as "createdBy", imports.articles, problem`

export function listImportSummaries(sql: Session): Promise<ImportSummary[]> {
  return sql<ImportSummary[]>`
    select ${SUMMARY} from private.imports left join auth.users on users.id = created_by
    order by imports.created_at desc, imports.id limit ${MOST_SHOWN}`
}

export async function findImportRecord(sql: Session, id: string): Promise<ImportRecord | null> {
  const [record] = await sql<ImportRecord[]>`
    select ${SUMMARY}, plan, choices, progress, notes, report, undone,
      (select count(*)::int from private.import_items where changed_by = imports.id and created_by is distinct from imports.id) as replaced,
      coalesce((
        select jsonb_agg(jsonb_build_object('title', title, 'slug', slug, 'language', language, 'published', published))
        from (
          select article.title, article.slug, article.language, article.published
          from private.import_items as item join public.articles as article on article.id = item.article_id
          where item.created_by = imports.id
          order by article.publish_date desc, article.id limit ${MOST_MADE}) as newest), '[]') as made
    from private.imports left join auth.users on users.id = imports.created_by where imports.id = ${id}`
  return record ?? null
}

export async function findImportRow(sql: Session, id: string): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`
    select id, name, kind, size::float8 as size, format, site_name as "siteName", state, created_by as "createdBy", choices, problem
    from private.imports where id = ${id}`
  return row ?? null
}

/** Finds what the last import of a source was told, so that it need not be told again; null for a new source. */
export async function findRememberedChoices(sql: Session, source: string): Promise<ImportChoices | null> {
  const [row] = await sql<{ choices: ImportChoices }[]>`
    select choices from private.imports where source = ${source} and choices is not null
    order by created_at desc limit 1`
  return row?.choices ?? null
}

/** Somebody has stopped the import, or has removed it. */
export class ImportStopped extends Error {
  override name = 'ImportStopped'
}

/** Stores how far it is. @throws ImportStopped */
export async function reportImportProgress(
  sql: Session,
  id: string,
  progress: NonNullable<ImportRecord['progress']>,
): Promise<void> {
  const [row] = await sql<{ stopping: boolean }[]>`
    update private.imports set progress = ${JSON.stringify({ ...progress, title: cut(progress.title, MAX_TITLE_LENGTH) })}::jsonb, active_at = now()
    where id = ${id} returning stopping`
  if (!row || row.stopping) throw new ImportStopped('Stopped.')
}

/** The notes of a record: of each kind its number and the first ones. */
export function groupNotes({ notes, counts }: CollectedNotes): ImportRecord['notes'] {
  const first = Map.groupBy(notes, ({ kind }) => kind)
  return [...counts].map(([kind, count]) => ({
    kind,
    count,
    first: (first.get(kind) ?? []).slice(0, mostNotes(kind, KEPT_NOTES)),
  }))
}

/** Says that a source was not read to its end: what was read of it counts all the same. Null for any other. */
export function problemOf({ firstBreak }: CollectedNotes, { name }: Pick<ImportRow, 'name'>): string | null {
  if (!firstBreak) return null
  const { place, what } = firstBreak
  return `${place.file || name} was not read to its end: ${what}. Export it again, and import it: only what is missing will be added.`
}

/** Ends what was under way, without a result. */
export async function endWithProblem(
  sql: Session,
  id: string,
  { state, problem }: { state: ImportState; problem: string },
): Promise<void> {
  await sql`
    update private.imports set state = ${state}, problem = ${problem.slice(0, MAX_PROBLEM_LENGTH)}, stopping = false,
      progress = null, active_at = now()
    where id = ${id}`
}

/** Removes the parts of an upload; a trigger notes their files, which are then removed. */
export async function removeParts(sql: Session, id: string): Promise<void> {
  await sql`delete from storage.objects where bucket_id = 'imports' and name ~ ${`^${id}/`}`
}

/** The interval at which it is looked whether somebody has stopped an import. */
const EVERY_MS = 2_000

/**
 * Works on an import, which shows that it is alive meanwhile, until somebody stops or removes it: also while it waits for a server that is
 * slow, or between articles with many pictures.
 * @throws ImportStopped, the reason of `signal`, and what the work throws
 */
export async function untilStopped<T>(
  sql: Sql,
  id: string,
  { signal, everyMs = EVERY_MS }: { signal: AbortSignal; everyMs?: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const look = async () => {
    const [row] = await sql<{ stopping: boolean }[]>`
      update private.imports set active_at = now() where id = ${id} returning stopping`
    if (!row || row.stopping) stopping.abort(new ImportStopped('Stopped.'))
  }
  // A database that is away is noticed by the work itself.
  const timer = setInterval(() => void look().catch(() => {}), everyMs).unref()
  try {
    return await work(AbortSignal.any([signal, stopping.signal]))
  } catch (error) {
    throw stopping.signal.aborted && !signal.aborted ? stopping.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}

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

/** Runs work while no other process imports or undoes; PostgreSQL ends the turn of one that was killed. @throws TryAgainLater */
export function alone(sql: Sql, work: () => Promise<void>): Promise<void> {
  return sql.session(async (session) => {
    if (!(await tryLockSession(session, 'import')))
      throw new TryAgainLater('Another import is under way. Wait until it has ended.')
    try {
      await work()
    } finally {
      await session`select pg_advisory_unlock_all()`.catch(() => {})
    }
  })
}
