import * as z from 'zod'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { bringGlossary } from '#server/features/import/publication/bring-glossary.ts'
import { bringMemory } from '#server/features/import/publication/bring-memory.ts'
import { bringNewsletters } from '#server/features/import/publication/bring-newsletters.ts'
import { bringPageDrafts } from '#server/features/import/publication/bring-page-drafts.ts'
import { bringPictures, type PictureDeps } from '#server/features/import/publication/bring-pictures.ts'
import { bringRedirects } from '#server/features/import/publication/bring-redirects.ts'
import { bringSite, planSite, type SiteDeps } from '#server/features/import/publication/bring-site.ts'
import { bringSubscribers } from '#server/features/import/publication/bring-subscribers.ts'
import { findOwnExport, type OwnExport, ownSourceId } from '#server/features/import/publication/own-export.ts'
import { parseJson } from '#server/features/import/publication/parse-json.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { readBytes } from '#server/platform/documents/source-file.ts'

const AUTHORS_FILE = 'authors.json'
const MAX_AUTHORS_BYTES = 16 * 1024 * 1024
/** With something said of them. */
const MAX_AUTHORS = 5_000

const authors = z.array(
  z.object({ page: z.string().max(200).nullable(), profile: z.looseObject({}).optional() }),
)

const NO_PROFILE = { descriptions: {}, languages: [], links: [], former_slugs: [] }

interface PublicationDeps extends Omit<SiteDeps, 'images'>, Omit<PictureDeps, 'images'> {
  sql: Sql
  siteUrl: string
  images: SiteDeps['images'] & PictureDeps['images']
}

interface Bringing {
  report: Report
  signal: AbortSignal
}

/**
 * Brings what articles of an export of ours need: sections, with settings and pages, and pictures; and glossary and memory. Does nothing for
 * any other source. Again it changes nothing. Returns the number of pictures.
 * @throws UnreadableSource for an export of a later version
 */
export async function bringBeforeArticles(
  deps: PublicationDeps,
  source: Pick<ImportSource, 'files'>,
  { report, signal }: Bringing,
): Promise<number> {
  const own = await findOwnExport(source)
  if (!own) return 0
  await bringSite(deps, own, report)
  await bringPageDrafts(deps.sql, own, report)
  const pictures = await bringPictures(deps, own, { report, signal })
  await bringGlossary(deps.sql, own, report)
  await bringMemory(deps.sql, own, { report, signal })
  return pictures
}

/** Notes for a dry run what of an export of ours this paper does not take, because it has its own. */
export async function planPublication(
  { sql }: Pick<PublicationDeps, 'sql'>,
  source: Pick<ImportSource, 'files'>,
  report: Report,
): Promise<void> {
  const own = await findOwnExport(source)
  if (own) await planSite(sql, own, report)
}

/** Brings what refers to the articles of an export of ours, when they are there. Again it changes nothing. */
export async function bringAfterArticles(
  { sql, siteUrl }: Pick<PublicationDeps, 'sql' | 'siteUrl'>,
  source: Pick<ImportSource, 'files'>,
  { report, signal, actor }: Bringing & { actor: string | null },
): Promise<void> {
  const own = await findOwnExport(source)
  if (!own) return
  await bringRedirects(sql, own, report)
  await bringAuthors(sql, own, report)
  const findArticle = (reference: string) => findImported(sql, own, reference)
  await bringNewsletters(sql, own, { siteUrl, report, signal, findArticle })
  await bringSubscribers(sql, own, { report, actor })
}

/** Stores what readers are told of authors, where nothing is said of them here. Names come with the articles. */
async function bringAuthors(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  const file = own.files.get(AUTHORS_FILE)
  if (!file) return
  const notes = notesAt({ file: AUTHORS_FILE, title: '', sourceId: '' }, report)
  const bytes = await readBytes(file, MAX_AUTHORS_BYTES)
  if (!bytes) return reportUnread(file, { maxBytes: MAX_AUTHORS_BYTES, report })
  const parsed = authors.safeParse(parseJson(bytes))
  if (!parsed.success) return notes.fail('unreadable', 'authors', 'left-out')
  const kept = parsed.data.filter(({ page, profile }) => page?.startsWith('/author/') && profile)
  for (const { page, profile } of kept.slice(0, MAX_AUTHORS)) {
    const row = JSON.stringify({ ...NO_PROFILE, ...profile, slug: page?.slice('/author/'.length) })
    const problem = await refusalOf(
      () => sql`
        insert into public.authors select * from jsonb_populate_record(null::public.authors, ${row}::jsonb)
        on conflict (slug) do nothing`,
    )
    if (problem) notes.fail('format', problem, 'left-out')
  }
}

/** What an article of the export has become, whatever its slug is here; without an import that knows it, the article at its address. */
async function findImported(sql: Sql, own: OwnExport, reference: string): Promise<string | null> {
  const [language = '', slug = ''] = reference.split('/')
  const [row] = await sql<{ id: string }[]>`
    select id from public.articles left join private.import_items on article_id = id
    where source_id = ${ownSourceId(own, reference)} or language = ${language} and slug = ${slug}
    order by source_id is distinct from ${ownSourceId(own, reference)}, id limit 1`
  return row?.id ?? null
}
