import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import type { ImportChoices, ImportFormat } from '#core/domain/site-import.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import type { CollectedNotes } from '#server/features/import/collect-notes.ts'
import { findFormat } from '#server/features/import/read-source.ts'
import { findRememberedChoices, type ImportRow } from '#server/features/import/run/import-rows.ts'
import type { SourceReading } from '#server/features/import/run/index-source.ts'
import { findKnownSite, recogniseSite } from '#server/features/import/run/source-key.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The services that reading and importing need; a command has no queue. */
export type RunDeps = Pick<Services, 'sql' | 'siteUrl' | 'storage' | 'images' | 'pictures' | 'settings'>

export interface RunOptions {
  notes: CollectedNotes
  signal: AbortSignal
}

/** An import with its source, of which the format and the site are known. */
interface PreparedRun {
  reading: Omit<SourceReading, 'choices' | 'visit' | 'progress'>
  /** The choices that the last import of this site was told. */
  remembered: ImportChoices | null
}

/** Recognises the format and the site of a source, and stores them. @throws UnreadableSource */
export async function prepareRun(
  { sql }: Pick<RunDeps, 'sql'>,
  row: ImportRow,
  source: ImportSource,
  { report, signal }: Pick<SourceReading, 'report' | 'signal'>,
): Promise<PreparedRun> {
  const format: ImportFormat = row.format ?? (await findFormat(source))
  const said = await recogniseSite(source, format, row.kind === 'address' ? row.name : null)
  const site = await findKnownSite(sql, said, { source, format, siteName: row.siteName })
  await sql`update private.imports set format = ${format}, source = ${site.key} where id = ${row.id}`
  return {
    reading: {
      sql,
      source,
      format,
      site,
      importId: row.id,
      defaultAuthor: await readDefaultAuthor(sql),
      report,
      signal,
    },
    remembered: await findRememberedChoices(sql, site.key),
  }
}

/** The choices that are used where nobody has decided. */
export function defaultChoices(
  remembered: ImportChoices | null,
  sections: readonly { slug: string }[],
): ImportChoices {
  const live = new Set(sections.map(({ slug }) => slug))
  const section = remembered && live.has(remembered.section) ? remembered.section : ALL_CATEGORIES_PAGE
  return {
    language: remembered?.language ?? DEFAULT_LANGUAGE,
    drafts: remembered?.drafts ?? false,
    site: remembered?.site ?? null,
    section,
    terms: (remembered?.terms ?? []).filter((term) => term.section === null || live.has(term.section)),
  }
}

async function readDefaultAuthor(sql: Sql): Promise<string> {
  const [row] = await sql<[{ name: string }]>`select private.default_author() as name`
  return row.name
}
