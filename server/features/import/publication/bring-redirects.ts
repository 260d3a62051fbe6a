import * as z from 'zod'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { parseJson } from '#server/features/import/publication/parse-json.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { readBytes } from '#server/platform/documents/source-file.ts'

const FILE = 'redirects.json'
/** A line for each: a hundred thousand articles may have been elsewhere twice. */
const MAX_BYTES = 64 * 1024 * 1024

const redirects = z.array(z.object({ from: z.string().max(2000), to: z.string().max(2000) })).max(500_000)

/**
 * Stores where pages were before. Old addresses of articles come with the articles, and those of sections with the sections. An address that
 * leads somewhere stays.
 */
export async function bringRedirects(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  const file = own.files.get(FILE)
  if (!file) return
  const notes = notesAt({ file: FILE, title: '', sourceId: '' }, report)
  const bytes = await readBytes(file, MAX_BYTES)
  if (!bytes) return reportUnread(file, { maxBytes: MAX_BYTES, report })
  const parsed = redirects.safeParse(parseJson(bytes))
  if (!parsed.success) return notes.fail('unreadable', 'old addresses', 'left-out')
  const pages = parsed.data.flatMap(({ from, to }) => {
    const [before, after] = [slugOf(from), slugOf(to)]
    return before && after && before !== after ? [{ before, after }] : []
  })
  if (pages.length === 0) return
  await sql.transaction(async (session) => {
    await session`select private.take_turns_with_addresses()`
    await session`
      insert into private.page_redirects (slug, leads_to)
      select distinct on (given.before) given.before, given.after
      from jsonb_to_recordset(${JSON.stringify(pages.slice(0, 10_000))}::jsonb) as given (before text, after text)
      where exists (select from public.pages where slug = given.after)
        and not exists (select from public.pages where slug = given.before)
        and not exists (select from public.categories where slug = given.before)
        and not private.is_reserved_address(given.before)
      order by given.before, given.after
      on conflict (slug) do nothing`
    await session`select pg_notify('page_changes', 'setting:pages')`
  })
}

/** The slug of an address of a page. */
const slugOf = (address: string): string | null =>
  /^\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(address)?.[1]?.slice(0, 60) ?? null
