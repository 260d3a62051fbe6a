import type { Report } from '#server/features/import/imported.ts'
import { bringGlossary } from '#server/features/import/publication/bring-glossary.ts'
import { bringMemory } from '#server/features/import/publication/bring-memory.ts'
import { bringNewsletters, type FindArticle } from '#server/features/import/publication/bring-newsletters.ts'
import { bringPageDrafts } from '#server/features/import/publication/bring-page-drafts.ts'
import { bringPictures, type PictureDeps } from '#server/features/import/publication/bring-pictures.ts'
import { bringRedirects } from '#server/features/import/publication/bring-redirects.ts'
import { bringSite, type SiteDeps } from '#server/features/import/publication/bring-site.ts'
import { bringSubscribers } from '#server/features/import/publication/bring-subscribers.ts'
import { findOwnExport } from '#server/features/import/publication/own-export.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Sql } from '#server/platform/database/connection.ts'

export interface PublicationDeps extends Omit<SiteDeps, 'images'>, Omit<PictureDeps, 'images'> {
  sql: Sql
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
  await bringMemory(deps.sql, own, report)
  return pictures
}

/** Brings what refers to the articles of an export of ours, when they are there. Again it changes nothing. */
export async function bringAfterArticles(
  { sql }: Pick<PublicationDeps, 'sql'>,
  source: Pick<ImportSource, 'files'>,
  {
    report,
    signal,
    actor,
    findArticle = (reference) => findBySlug(sql, reference),
  }: Bringing & { actor: string | null; findArticle?: FindArticle },
): Promise<void> {
  const own = await findOwnExport(source)
  if (!own) return
  await bringRedirects(sql, own, report)
  await bringNewsletters(sql, own, { report, signal, findArticle })
  await bringSubscribers(sql, own, { report, actor })
}

async function findBySlug(sql: Sql, reference: string): Promise<string | null> {
  const [language = '', slug = ''] = reference.split('/')
  const [row] = await sql<{ id: string }[]>`
    select id from public.articles where language = ${language} and slug = ${slug}`
  return row?.id ?? null
}
