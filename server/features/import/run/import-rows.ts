import type {
  ImportChoices,
  ImportFormat,
  ImportRecord,
  ImportState,
  ImportSummary,
} from '#core/domain/site-import.ts'
import type { CollectedNotes } from '#server/features/import/collect-notes.ts'
import { mostNotes } from '#server/features/import/noted-things.ts'
import { cut } from '#server/features/import/run/article-facts.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'

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
