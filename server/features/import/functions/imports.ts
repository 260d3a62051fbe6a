import * as z from 'zod'
import { plainFileName } from '#core/domain/media-input.ts'
import { CATEGORY_SLUG_PATTERN } from '#core/domain/shipped-sections.ts'
import { IMPORT_FORMATS, MAX_IMPORT_BYTES, MAX_SITE_NAME, oldSiteOrigin } from '#core/domain/site-import.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { readImportJob, runImportJob, undoImportJob } from '#server/features/import/run/import-jobs.ts'
import {
  findImportRecord,
  findImportRow,
  listImportSummaries,
  removeParts,
} from '#server/features/import/run/import-rows.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { isLockTaken } from '#server/platform/database/advisory-lock.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'queue'>

/** Uploads that were begun and not removed, and what they may have together. */
const MAX_WAITING = 5
const MAX_WAITING_BYTES = 2 * MAX_IMPORT_BYTES
const MAX_TERMS = 5_000
const MAX_ID_LENGTH = 2_000
const GONE = 'This import is gone.'

const format = z.enum(IMPORT_FORMATS).nullable()
const beginning = z.union([
  z.strictObject({ name: z.string().min(1).max(1_000), size: z.int().min(1), format }),
  z.strictObject({ url: z.string().min(1).max(2_000), format }),
])
const named = z.strictObject({ id: z.uuid() })
const NAMED = 'Send an object with the id of an import.'
const section = z.string().regex(CATEGORY_SLUG_PATTERN)
const choices = z.strictObject({
  language: z.enum(LANGUAGE_CODES),
  section,
  drafts: z.boolean(),
  site: z.string().max(300).nullable(),
  terms: z
    .array(z.strictObject({ sourceId: z.string().max(MAX_ID_LENGTH), section: section.nullable() }))
    .max(MAX_TERMS),
})

export async function listImports({ sql }: Pick<Deps, 'sql'>): Promise<Response> {
  return answer({ imports: await listImportSummaries(sql) })
}

/** Begins an import: of a file, whose parts are uploaded next, or of what an address gives. */
export const beginImport = withBody(
  beginning,
  'Send an object with name, size in bytes and format, or with url and format; null is a format that is not known.',
  async ({ sql }: Pick<Deps, 'sql'>, begun, { userId }) => {
    const source = 'url' in begun ? readAddress(begun.url) : readFile(begun)
    if (typeof source === 'string') return refuse(422, source)
    return sql.transaction(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtext('imports.begin'))`
      const [waiting] = await transaction<[{ count: number; bytes: number }]>`
        select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from private.imports
        where state in ('uploading', 'reading', 'planned', 'failed', 'importing') and kind <> 'command'`
      if (waiting.count >= MAX_WAITING || waiting.bytes + (source.size ?? 0) > MAX_WAITING_BYTES)
        return refuse(
          409,
          'Too many imports wait for somebody. Carry one of them out, or remove it, and begin again.',
        )
      const [row] = await transaction<[{ id: string }]>`
        insert into private.imports (name, kind, size, format, created_by)
        values (${source.name}, ${source.kind}, ${source.size}, ${begun.format}, ${userId}) returning id`
      return answer({ id: row.id })
    })
  },
)

function readAddress(text: string) {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 300)
    return 'Enter an address that begins with https:// and has at most 300 characters.'
  return { name: url.href, kind: 'address', size: null } as const
}

function readFile({ name, size }: { name: string; size: number }) {
  const plain = plainFileName(name)
  if (plain === '') return 'The file has no name that can be shown. Give it another one.'
  if (size > MAX_IMPORT_BYTES)
    return 'The file has more than 2 GB. Import it in parts, or with npm run import on the server.'
  return { name: plain, kind: 'parts', size } as const
}

/** Starts the dry run, or starts it again, then perhaps in another format, or with the name of the site. */
export const readImport = withBody(
  named.extend({
    format: format.optional(),
    siteName: z.string().trim().min(1).max(MAX_SITE_NAME).nullable().optional(),
  }),
  'Send an object with the id of an import, and perhaps a format and the name of the site.',
  async ({ sql, queue }: Deps, { id, format: chosen, siteName }) => {
    const row = await findImportRow(sql, id)
    if (!row) return refuse(404, GONE)
    if (row.kind === 'command')
      return refuse(409, 'This import was made by a command. Run the command again.')
    return start(sql, id, {
      from: ['uploading', 'planned', 'failed'],
      to: 'reading',
      enqueue: async (transaction) => {
        if (chosen !== undefined)
          await transaction`update private.imports set format = ${chosen} where id = ${id}`
        if (siteName !== undefined)
          await transaction`update private.imports set site_name = ${siteName} where id = ${id}`
        await queue.enqueue(readImportJob, { importId: id }, { transaction })
      },
    })
  },
)

export const findImport = withBody(named, NAMED, async ({ sql }: Pick<Deps, 'sql'>, { id }) => {
  const record = await findImportRecord(sql, id)
  return record ? answer(record) : refuse(404, GONE)
})

/** Starts an import after its dry run. */
export const runImport = withBody(
  z.strictObject({ id: z.uuid(), choices }),
  'Send an object with the id of an import, and its choices: language, section, drafts, site, and terms, each with sourceId and section.',
  async ({ sql, queue }: Deps, { id, choices: chosen }) => {
    const sections = [...new Set([chosen.section, ...chosen.terms.flatMap((term) => term.section ?? [])])]
    const live =
      await sql`select from public.categories where slug = any (${sections}::text[]) and retired_to is null`
    if (live.length < sections.length) return refuse(422, 'A section that was chosen is gone. Choose again.')
    const site = chosen.site === null ? null : oldSiteOrigin(chosen.site)
    if (site === null && chosen.site !== null)
      return refuse(422, 'The address of the old site is none. Enter one such as https://example.org.')
    if (await isLockTaken(sql, 'import'))
      return refuse(409, 'Another import is under way. Wait until it has ended.')
    return start(sql, id, {
      from: ['planned'],
      to: 'importing',
      enqueue: async (transaction) => {
        await transaction`update private.imports set choices = ${JSON.stringify({ ...chosen, site })}::jsonb where id = ${id}`
        await queue.enqueue(runImportJob, { importId: id }, { transaction })
      },
    })
  },
)

/** Has the job stop at the next article. */
export const stopImport = withBody(named, NAMED, async ({ sql }: Pick<Deps, 'sql'>, { id }) => {
  const stopped = await sql`
    update private.imports set stopping = true
    where id = ${id} and state in ('reading', 'importing', 'undoing') returning id`
  return stopped.length > 0 ? answer({ id }) : refuse(409, 'Nothing is under way that could be stopped.')
})

export const undoImport = withBody(named, NAMED, async ({ sql, queue }: Deps, { id }) => {
  if (await isLockTaken(sql, 'import'))
    return refuse(409, 'Another import is under way. Wait until it has ended.')
  return start(sql, id, {
    from: ['done', 'planned', 'failed'],
    to: 'undoing',
    enqueue: (transaction) => queue.enqueue(undoImportJob, { importId: id }, { transaction }),
  })
})

/** Forgets an import and its parts. Its articles stay, and are known again by another import of the same site. */
export const removeImport = withBody(named, NAMED, async ({ sql }: Pick<Deps, 'sql'>, { id }) => {
  const removed = await sql.transaction(async (transaction) => {
    const gone = await transaction`
      delete from private.imports where id = ${id} and state not in ('reading', 'importing', 'undoing') returning id`
    if (gone.length > 0) {
      await removeParts(transaction, id)
      await transaction`update private.import_items set replaced = replaced - ${id}::text where replaced ? ${id}::text`
    }
    return gone
  })
  return removed.length > 0 ? answer({ id }) : refuse(409, 'Stop the import before you remove it.')
})

async function start(
  sql: FunctionDeps['sql'],
  id: string,
  { from, to, enqueue }: { from: string[]; to: string; enqueue: (transaction: Session) => Promise<unknown> },
): Promise<Response> {
  const isStarted = await sql.transaction(async (transaction) => {
    const started = await transaction`
      update private.imports set state = ${to}, stopping = false, progress = null, problem = null, active_at = now()
      where id = ${id} and state = any (${from}::text[]) returning id`
    if (started.length > 0) await enqueue(transaction)
    return started.length > 0
  })
  return isStarted
    ? answer({ id })
    : refuse(409, 'The import is in another state by now. Load the page again.')
}
