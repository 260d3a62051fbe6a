import * as z from 'zod'
import { isShippedPage } from '#core/domain/page.ts'
import { PAGE_FILE_MAX_BYTES } from '#core/domain/site-file-pages.ts'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { filesBelow, type OwnExport } from '#server/features/import/publication/own-export.ts'
import { readOwnFields } from '#server/features/import/publication/read-own-fields.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import { describeIssue, language, moment, slug, text } from '#server/features/import/publication/schemas.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { readText } from '#server/platform/documents/source-file.ts'

/** More than any paper has: fifty pages of its own in every language. */
const MAX_DRAFTS = 1_000
const MAX_DRAFT_BYTES = PAGE_FILE_MAX_BYTES + 10_000

const fields = z.object({
  title: text(150),
  description: text(300).default(''),
  slug,
  lang: language,
  listed: z.int().min(1).max(99).optional(),
  lastmod: moment.optional(),
})

/** Stores the pages that are not published, each that is not there yet. */
export async function bringPageDrafts(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  for (const [path, file] of filesBelow(own, 'site/drafts/', /\.md$/).slice(0, MAX_DRAFTS)) {
    const notes = notesAt({ file: path, title: '', sourceId: '' }, report)
    const document = await readText(file, MAX_DRAFT_BYTES)
    if (!document) {
      reportUnread(file, { maxBytes: MAX_DRAFT_BYTES, report })
      continue
    }
    const read = document.isDamaged ? null : readOwnFields(document.text)
    const parsed = fields.safeParse(read?.fields)
    if (!read || !parsed.success || read.text.includes('\0')) {
      notes.fail('unreadable', parsed.error ? describeIssue(parsed.error) : 'its text', 'left-out')
      continue
    }
    const { data } = parsed
    const position = isShippedPage(data.slug) ? null : (data.listed ?? null)
    const problem = await refusalOf(async () => {
      const added = await sql`
        insert into public.pages (slug, language, title, description, content, position, created_at, updated_at)
        select ${data.slug}, ${data.lang}, ${data.title}, ${data.description}, ${read.text}, ${position}::integer,
          coalesce(${data.lastmod ?? null}::timestamptz, now()), coalesce(${data.lastmod ?? null}::timestamptz, now())
        where not exists (select from public.pages where slug = ${data.slug} and language = ${data.lang})
        returning 1`
      if (added.length === 0) notes.info('page', `/${data.slug} (${data.lang})`, 'left-out')
    })
    if (problem) notes.fail('page', problem, 'left-out')
  }
}
