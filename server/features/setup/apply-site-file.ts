import { isDeepStrictEqual } from 'node:util'
import { DatabaseError } from 'pg'
import type { RemovedDemo } from '#core/domain/demo.ts'
import { type FileProblem, PAPER_KEYS, type SiteFile } from '#core/domain/site-file.ts'
import { removeDemo } from '#server/features/demo/remove-demo.ts'
import { lockInTransaction } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** How long it waits for another set-up, or for somebody who is saving a section. */
const WAIT_MS = 30_000

export interface AppliedFile {
  /** The settings that have another value now. */
  settings: string[]
  /** Whether the sections are other ones now, and how many articles have followed them. */
  sections: { changed: boolean; moved: number }
  demo: RemovedDemo | null
}

/** What a file says does not fit to what is stored. Nothing was changed. */
export class SiteFileError extends Error {
  readonly problems: FileProblem[]

  constructor(problems: FileProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
    this.problems = problems
  }
}

/**
 * Makes the publication what a file says, in one transaction; first of all it removes the demo if that is wanted. The same file again
 * changes nothing. Of two at the same time, one waits for the other.
 * @throws SiteFileError, DemoInUse
 */
export function applySiteFile(
  sql: Sql,
  file: SiteFile | null,
  { withoutDemo }: { withoutDemo: boolean },
): Promise<AppliedFile> {
  return sql.transaction(async (session) => {
    await session`select set_config('audit.by', 'The operator of the server', true)`
    const demo = withoutDemo ? await removeDemo(session) : null
    await lockInTransaction(session, 'setup', WAIT_MS)
    const settings = file ? await applySettings(session, file.settings) : []
    const sections = file ? await applySections(session, file) : { changed: false, moved: 0 }
    return { settings, sections, demo }
  })
}

/** Stores the settings that differ, one after the other, as everybody who saves settings. */
async function applySettings(session: Session, wanted: SiteFile['settings']): Promise<string[]> {
  const keys = PAPER_KEYS.filter((key) => wanted[key] !== undefined).toSorted()
  const rows = await session<{ key: string; value: unknown }[]>`
    select key, value from public.settings where key = any (${keys}::text[]) order by key for update`
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const changed = keys.filter((key) => !isDeepStrictEqual(stored.get(key) ?? null, wanted[key]))
  for (const key of changed) {
    const value = wanted[key]
    if (value === null) await session`delete from public.settings where key = ${key}`
    else
      await refusing(
        () => session`
          insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
          on conflict (key) do update set value = excluded.value`,
        () => key,
      )
  }
  return changed
}

async function applySections(
  session: Session,
  { categories, retired }: SiteFile,
): Promise<AppliedFile['sections']> {
  if (!categories) return { changed: false, moved: 0 }
  const read = () =>
    session`select slug, position, color, names, descriptions, retired_to from public.categories order by slug`
  const before = await read()
  const [row] = await refusing(
    () => session<[{ moved: number }]>`
      select (public.save_categories(${JSON.stringify(categories)}::jsonb, ${JSON.stringify(retired)}::jsonb) ->> 'moved')::integer as moved`,
    (path) => path,
  )
  return { changed: !isDeepStrictEqual(before, await read()), moved: row.moved }
}

/** Runs a statement that refuses a value of the file. `pathOf` gets the path that the database has named. */
async function refusing<T>(run: () => Promise<T>, pathOf: (named: string) => string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DatabaseError) || !['22023', '23514'].includes(error.code ?? '')) throw error
    const path = pathOf(error.detail ?? '')
    throw new SiteFileError([{ path, message: error.message.replace(`${path}: `, '') }])
  }
}
