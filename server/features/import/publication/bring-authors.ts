import * as z from 'zod'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { parseJson } from '#server/features/import/publication/parse-json.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import { readBytes } from '#server/features/import/source/read-text.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const FILE = 'authors.json'
const MAX_BYTES = 16 * 1024 * 1024
/** With something said of them. */
const MAX_AUTHORS = 5_000

const authors = z.array(
  z.object({ page: z.string().max(200).nullable(), profile: z.looseObject({}).optional() }),
)

/** Stores what readers are told of authors, where nothing is said of them here. Names come with the articles. */
export async function bringAuthors(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  const file = own.files.get(FILE)
  if (!file) return
  const notes = notesAt({ file: FILE, title: '', sourceId: '' }, report)
  const parsed = authors.safeParse(parseJson(await readBytes(file, MAX_BYTES)))
  if (!parsed.success) return notes.fail('unreadable', 'authors', 'left-out')
  const kept = parsed.data.filter(({ page, profile }) => page?.startsWith('/author/') && profile)
  for (const { page, profile } of kept.slice(0, MAX_AUTHORS)) {
    const row = JSON.stringify({ ...EMPTY, ...profile, slug: page?.slice('/author/'.length) })
    const problem = await refusalOf(
      () => sql`
        insert into public.authors select * from jsonb_populate_record(null::public.authors, ${row}::jsonb)
        on conflict (slug) do nothing`,
    )
    if (problem) notes.fail('format', problem, 'left-out')
  }
}

const EMPTY = { descriptions: {}, languages: [], links: [], former_slugs: [] }
