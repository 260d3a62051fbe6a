import { DatabaseError } from 'pg'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import { MAX_PAGES, PAGE_LENGTHS } from '#core/domain/page.ts'
import { pageInput } from '#core/domain/page-input.ts'
import { isLanguage, LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { ImportedPage, Report } from '#server/features/import/imported.ts'
import { cut } from '#server/features/import/run/article-facts.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** More of one source are left out. */
export const MAX_IMPORTED_PAGES = MAX_PAGES * LANGUAGE_CODES.length

interface Bringing {
  sql: Sql
  importId: string
  /** Of the site that they come from. */
  source: string
  /** Of pages whose source does not say it, or names one that is not here. */
  language: string
  /** Puts pictures and links of a text where they are here. */
  place: (page: ImportedPage) => Promise<string>
  report: Report
}

/**
 * Stores the pages of another site as drafts, so that an editor decides what readers get. A page that is here already stays as it is. How
 * many are new is returned.
 */
export async function bringPages(pages: readonly ImportedPage[], bringing: Bringing): Promise<number> {
  const slugs = new Map(pages.map((page) => [page.sourceId, slugOf(page)]))
  let created = 0
  for (const page of pages) {
    const slug = slugs.get(page.translationOf ?? page.sourceId) ?? slugOf(page)
    if (await bringPage(page, slug, bringing)) created += 1
  }
  return created
}

async function bringPage(
  page: ImportedPage,
  slug: string,
  { sql, importId, source, language: usual, place, report }: Bringing,
): Promise<boolean> {
  const { sourceId, title } = page
  const [known] = await sql`
    select from private.import_items where source = ${source} and source_id = ${sourceId}`
  if (known) return false
  const { info, fail } = notesAt({ file: '', title, sourceId }, report)
  const language = isLanguage(page.language) ? page.language : usual
  const texts = pageInput.safeParse({
    title: cut(title, PAGE_LENGTHS.title),
    description: cut(page.description, PAGE_LENGTHS.description),
    content: await place(page),
  })
  const [problem] = texts.error?.issues ?? []
  if (!texts.success || slug === '') {
    fail('page', problem?.message ?? `"${page.slug}" is no address`, 'left-out')
    return false
  }
  try {
    const isNew = await sql.transaction((transaction) =>
      insertPage(transaction, { ...texts.data, slug, language, sourceId, importId, source }),
    )
    if (!isNew) info('page', `/${slug} is here already`, 'ignored')
    return isNew
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '23514')) throw error
    fail('page', error.message, 'left-out')
    return false
  }
}

type Row = Pick<ImportedPage, 'title' | 'description' | 'slug' | 'sourceId'> & {
  content: string
  language: string
  importId: string
  source: string
}

/** Tells whether the page was stored: not when there is another one at its address. */
async function insertPage(sql: Session, row: Row): Promise<boolean> {
  const [page] = await sql<{ id: string }[]>`
    insert into public.pages (slug, language, title, description, content)
    values (${row.slug}, ${row.language}, ${row.title}, ${row.description}, ${row.content})
    on conflict (slug, language) do nothing returning id`
  if (!page) return false
  await sql`
    insert into private.import_items (source, source_id, article_id, hash, written_at, created_by)
    select ${row.source}, ${row.sourceId}, id, '', updated_at, ${row.importId} from public.pages where id = ${page.id}`
  return true
}

/** Takes back the pages of an import that nobody has changed or published since. What is left is counted. */
export async function removeImportedPages(
  sql: Session,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  const [counts] = await sql<[{ removed: number; kept: number }]>`
    with brought as (
      select pages.id, pages.updated_at = item.written_at and not pages.published as untouched
      from private.import_items as item join public.pages on pages.id = item.article_id
      where item.created_by = ${importId}),
    gone as (delete from public.pages using brought where pages.id = brought.id and untouched returning pages.id),
    forgotten as (delete from private.import_items where article_id in (select id from gone))
    select count(*) filter (where untouched)::integer as removed, count(*) filter (where not untouched)::integer as kept
    from brought`
  return counts
}

const slugOf = ({ slug, title }: ImportedPage) => {
  const last = slug.split('/').filter(Boolean).at(-1) ?? ''
  return slugFromTitle(last, PAGE_LENGTHS.slug) || slugFromTitle(title, PAGE_LENGTHS.slug)
}
