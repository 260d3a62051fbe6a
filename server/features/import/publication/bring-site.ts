import { posix } from 'node:path'
import * as z from 'zod'
import {
  type FileCategory,
  PAPER_KEYS,
  parseSiteFile,
  SITE_FILE_MAX_BYTES,
  type SiteFile,
} from '#core/domain/site-file.ts'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { parseJson } from '#server/features/import/publication/parse-json.ts'
import { restoring } from '#server/features/import/publication/restoring.ts'
import { moment } from '#server/features/import/publication/schemas.ts'
import {
  applySiteFile,
  type FindWordProblems,
  SiteFileError,
} from '#server/features/setup/apply-site-file.ts'
import { readBesideFiles, UnusableFile } from '#server/features/setup/beside-files.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { readBytes, readText } from '#server/platform/documents/source-file.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'

const FILE = 'site/site.json'
const PAGES_FILE = 'site/pages.json'
const MOST_SECTIONS = 12

export interface SiteDeps {
  sql: Sql
  images: Pick<ImageWorker, 'makeLookFile'>
  findWordProblems: FindWordProblems
}

/**
 * Whether a paper has nothing yet that an export could overwrite: no article, also none in the trash, no page, no issue of the newsletter,
 * the sections of a new installation, and no setting of a paper.
 */
async function isEmptyPaper(sql: Session): Promise<boolean> {
  const [row] = await sql<[{ empty: boolean }]>`
    select not exists (select from public.articles) and not exists (select from public.article_trash)
      and not exists (select from public.pages) and not exists (select from public.newsletter_issues)
      and not exists (select from public.settings where key = any (${[...PAPER_KEYS]}::text[]))
      and (select array_agg(slug order by position) from public.categories
        where retired_to is null and color is null and names = '{}' and descriptions = '{}') = private.shipped_categories()
      and (select count(*) from public.categories) = cardinality(private.shipped_categories()) as empty`
  return row.empty
}

/**
 * Makes an empty paper what the file of the export says: settings, logo and icon, sections, published pages. A paper that is not empty keeps
 * all that it has, and gets the sections and pages that it has not. Either all of that or, with notes, nothing.
 */
export async function bringSite(deps: SiteDeps, own: OwnExport, report: Report): Promise<void> {
  const notes = notesAt({ file: FILE, title: '', sourceId: '' }, report)
  const found = own.files.get(FILE)
  if (!found) return
  const text = await readText(found, SITE_FILE_MAX_BYTES)
  if (!text) return reportUnread(found, { maxBytes: SITE_FILE_MAX_BYTES, report })
  if (text.isDamaged) return notes.fail('unreadable', 'settings, sections and pages', 'left-out')
  const { file: whole, problems } = parseSiteFile(text.text)
  const isEmpty = await isEmptyPaper(deps.sql)
  const file = isEmpty ? whole : await withoutPresent(deps.sql, whole, notes.info)
  const files = await readBesideFiles(file, {
    read: async (path, max) => {
      const beside = own.files.get(posix.join('site', posix.normalize(path)))
      if (!beside) throw new UnusableFile('is not there.')
      const bytes = await readBytes(beside, max)
      if (!bytes) throw new UnusableFile(`has more than ${max} bytes, or is damaged.`)
      return bytes as Buffer<ArrayBuffer>
    },
    worker: deps.images,
  })
  const isRead = problems.every(({ path }) => path !== '')
  const known = isEmpty || !isRead ? [...problems, ...files.problems] : files.problems
  try {
    await applySiteFile(deps.sql, file, {
      withoutDemo: false,
      findWordProblems: deps.findWordProblems,
      beside: files.beside,
      known,
      by: 'An import',
      beforeEnd: (session, { pages }) => keepPageDates(session, pages, { own, note: notes.warn }),
    })
  } catch (error) {
    if (!(error instanceof SiteFileError)) throw error
    for (const { path, message } of error.problems.slice(0, 100))
      notes.fail('format', `${path}: ${message}`.slice(0, 300), 'left-out')
  }
}

const pageDates = z
  .array(z.object({ slug: z.string().max(60), lang: z.string().max(10), lastmod: moment }))
  .max(10_000)

/** Gives the pages that were stored the dates that readers know. */
async function keepPageDates(
  session: Session,
  pages: readonly string[],
  { own, note }: { own: OwnExport; note: Note },
): Promise<void> {
  const file = own.files.get(PAGES_FILE)
  if (!file || pages.length === 0) return
  const parsed = pageDates.safeParse(parseJson(await readBytes(file, SITE_FILE_MAX_BYTES)))
  if (!parsed.success) return note('date', 'of pages', 'ignored')
  const dates = parsed.data.filter(({ slug }) => pages.includes(slug))
  await restoring(
    session,
    () =>
      session`
      update public.pages as page set updated_at = given.lastmod
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as given (slug text, lang text, lastmod timestamptz)
      where page.slug = given.slug and page.language = given.lang`,
  )
}

/** Notes for a dry run what of the file a paper keeps out, because it is not empty. */
export async function planSite(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  const found = own.files.get(FILE)
  const text = found && (await readText(found, SITE_FILE_MAX_BYTES))
  if (!text || text.isDamaged || (await isEmptyPaper(sql))) return
  const { file } = parseSiteFile(text.text)
  await withoutPresent(sql, file, notesAt({ file: FILE, title: '', sourceId: '' }, report).info)
}

type Note = ReturnType<typeof notesAt>['info']

/** What of a file a paper does not have. */
async function withoutPresent(sql: Sql, file: SiteFile, note: Note): Promise<SiteFile> {
  if (Object.keys(file.settings).length > 0 || file.logo || file.icon)
    note('format', 'settings, logo and icon, because this paper has its own', 'left-out')
  const [{ live, slugs }] = await sql<[{ live: FileCategory[]; slugs: string[] }]>`
    select private.live_categories() as live, array(select slug from public.categories) as slugs`
  const present = await sql<{ slug: string }[]>`select distinct slug from public.pages`
  const taken = new Set([...slugs, ...present.map(({ slug }) => slug)])
  const added = (file.categories ?? [])
    .filter(({ slug }) => !taken.has(slug))
    .map(({ was: _, ...category }) => category)
    .slice(0, Math.max(MOST_SECTIONS - live.length, 0))
  const isAdded = new Set(added.map(({ slug }) => slug))
  for (const { slug } of file.categories ?? [])
    if (!isAdded.has(slug)) note('duplicate', `the section ${slug}`, 'left-out')
  const pages = Object.entries(file.pages).filter(
    ([slug, page]) => page && !taken.has(slug) && !isAdded.has(slug),
  )
  const kept = new Set(pages.map(([slug]) => slug))
  for (const slug of Object.keys(file.pages)) if (!kept.has(slug)) note('page', `/${slug}`, 'left-out')
  return {
    settings: {},
    ...(added.length > 0 && { categories: [...live, ...added] }),
    retired: {},
    pages: Object.fromEntries(pages),
  }
}
