import type { ImportChoices, ImportFormat } from '#core/domain/site-import.ts'
import { findOwnExport } from '#server/features/import/publication/own-export.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import { readHead } from '#server/features/import/source/read-text.ts'

/** What is known of the site that an export comes from. */
export interface SourceSite {
  /** Tells the ids of this site from those of another one that has the same. */
  key: string
  /** Where it was, without `www.`; null when the export does not say it. */
  host: string | null
}

const HEAD_BYTES = 64 * 1024
const MAX_KEY_LENGTH = 300

/**
 * Recognises the site of an export. The ids of Ghost and Substack are different for every site; those of the others are numbers, paths, or
 * whatever a feed calls its items.
 */
export async function recogniseSite(
  source: ImportSource,
  format: ImportFormat,
  address: string | null,
): Promise<SourceSite> {
  const own = await findOwnExport(source)
  if (own) return { key: keyOf(format, own.siteUrl), host: URL.parse(own.siteUrl)?.hostname ?? null }
  if (format === 'ghost' || format === 'substack') return { key: format, host: null }
  if (format === 'markdown') return { key: keyOf(format, plainName(source.name)), host: null }
  const url = URL.parse((await readSiteAddress(source)) ?? address ?? '')
  if (!url) return { key: keyOf(format, plainName(source.name)), host: null }
  const host = url.hostname.replace(/^www\./, '')
  const path = format === 'wordpress' ? url.pathname.replace(/\/+$/, '') : ''
  return { key: keyOf(format, host + path), host }
}

/** Where the site was, with its protocol: what somebody has said, or what the export says; null when nobody does. */
export const oldSiteOf = ({ host }: SourceSite, { site }: Pick<ImportChoices, 'site'>): string | null =>
  site ?? (host && `https://${host}`)

const keyOf = (format: ImportFormat, name: string) => `${format} ${name}`.slice(0, MAX_KEY_LENGTH)

/** A name without what changes from one export to the next: its ending, dates, and the number of a second download. */
function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/\.[a-z]{2,8}$/, '')
    .replace(/\d{4}-\d\d-\d\d(?:[-_t]\d\d[-_:]?\d\d(?:[-_:]?\d\d)?)?/g, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain || name
}

/** The address of the site in the head of an export of WordPress, or of a feed. */
async function readSiteAddress({ files }: ImportSource): Promise<string | null> {
  for (const file of files.slice(0, 20)) {
    if (!/\.(?:xml|wxr|rss|atom|json)$/i.test(file.path) && files.length > 1) continue
    const head = await readHead(file, HEAD_BYTES)
    const found =
      /<wp:base_blog_url>([^<]{1,500})</.exec(head) ??
      /<link>(?:\s*<!\[CDATA\[)?\s*(https?:[^<\]\s]{1,500})/.exec(head) ??
      /<link\b(?![^>]{0,1000}rel=["']self)[^>]{0,1000}href=["'](https?:[^"'\s]{1,500})/.exec(head) ??
      /<(?:\w{1,20}:)?(?:feed|rss|channel)\b[^<>]{0,1000}\sxml:base=["'](https?:[^"'\s]{1,500})/.exec(head) ??
      /"home_page_url"\s*:\s*"(https?:[^"\s]{1,500})"/.exec(head.replaceAll('\\/', '/'))
    if (found?.[1]) return found[1].trim()
  }
  return null
}
