import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import type { ImportChoices, ImportFormat } from '#core/domain/site-import.ts'
import { findOwnExport } from '#server/features/import/markdown/own-export.ts'
import { readConfiguration } from '#server/features/import/markdown/site-files.ts'
import { hasUniqueIds, readSource } from '#server/features/import/read-source.ts'
import { cut, shortHash, storedId } from '#server/features/import/run/article-facts.ts'
import type { SourceIndex } from '#server/features/import/run/index-source.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import { readHead, UnreadableSource } from '#server/platform/documents/source-file.ts'

/** The facts that are known of the site that an export comes from. */
export interface SourceSite {
  /** Tells the ids of this site from those of another one that has the same. */
  key: string
  /** True if the source says it, and not only its name, which another site may have as well. */
  isCertain: boolean
  /** The host where it was, without `www.`; null when the export does not say it. */
  host: string | null
}

const HEAD_BYTES = 64 * 1024
const MAX_KEY_LENGTH = 300

/** Recognises the site of an export. */
export async function recogniseSite(
  source: ImportSource,
  format: ImportFormat,
  address: string | null,
): Promise<SourceSite> {
  const own = await findOwnExport(source)
  if (own)
    return {
      key: keyOf(format, own.siteUrl),
      isCertain: true,
      host: URL.parse(own.siteUrl)?.hostname ?? null,
    }
  if (hasUniqueIds(format)) return { key: format, isCertain: true, host: null }
  if (format === 'markdown') {
    const { address: said = null, text } = (await readConfiguration(source)) ?? {}
    if (text !== undefined && !said)
      return { key: keyOf(format, `config ${shortHash(text)}`), isCertain: true, host: null }
    const path = source.root === undefined ? plainName(source.name) : `folder ${source.root}`
    if (!said) return { key: keyOf(format, path), isCertain: false, host: null }
    const host = hostOf(said)
    return { key: keyOf(format, `https://${host}${pathOf(said)}`), isCertain: true, host }
  }
  const url = URL.parse((await readSiteAddress(source)) ?? address ?? '')
  if (!url) return { key: keyOf(format, plainName(source.name)), isCertain: false, host: null }
  const host = hostOf(url)
  const path = format === 'wordpress' ? pathOf(url) : ''
  // Many sites are made at such an address before they have one of their own.
  return { key: keyOf(format, host + path), isCertain: host.includes('.') && !/^127\./.test(host), host }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^www\./, '')
const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, '')

/**
 * The site as it is known here: by the name that somebody has given it, or by what an earlier import took for it, when at least half of its
 * articles are the same.
 */
export async function findKnownSite(
  sql: Sql,
  site: SourceSite,
  { source, format, siteName }: { source: ImportSource; format: ImportFormat; siteName: string | null },
): Promise<SourceSite> {
  const byName = keyOf(format, plainName(source.name))
  const isSame = siteName !== null && plainName(siteName) === plainName(source.name)
  const named = `named ${siteName}`
  if (siteName !== null && !isSame) return { ...site, key: named, isCertain: true }
  const isCertain = site.isCertain || isSame
  const keys = isSame ? [site.key, named, byName] : [site.key]
  const [known] = await sql<{ source: string }[]>`
    select source from private.import_items where source = any (${keys}::text[])
    order by array_position(${keys}::text[], source) limit 1`
  const key =
    known?.source ??
    (await findSameSource(
      sql,
      { source, format },
      fragment`(item.source = ${byName} or ${format === 'markdown'} and item.source ~ '^markdown (?!https://)')`,
    ))
  return { ...site, key: key ?? site.key, isCertain }
}

/** @throws UnreadableSource when texts would be replaced, and nothing but a name says that they are of the same site */
export async function requireSameSite(
  sql: Sql,
  { key, isCertain }: SourceSite,
  { source, format, index }: { source: ImportSource; format: ImportFormat; index: SourceIndex },
): Promise<void> {
  const replaced = isCertain ? null : index.entries.values().find(({ state }) => state === 'changed')
  if (!replaced || (await findSameSource(sql, { source, format }, fragment`item.source = ${key}`))) return
  throw new UnreadableSource(
    `Nothing in ${source.name} says which site it comes from, and it would replace “${replaced.titleHere}”. Name the site: “${plainName(source.name)}” if it is the same one, another name if it is not. The command does so with --source.`,
  )
}

/** Articles of a source that are compared with those of another. */
const MOST_COMPARED = 200

/** Finds which of these sources has at least half of the same articles, by their ids, titles and dates. */
async function findSameSource(
  sql: Sql,
  { source, format }: { source: ImportSource; format: ImportFormat },
  isCandidate: Fragment,
): Promise<string | undefined> {
  const candidates = await sql`select from private.import_items as item where ${isCandidate} limit 1`
  if (candidates.length === 0) return undefined
  const articles: { source_id: string; title: string; date: string | null }[] = []
  for await (const item of readSource(source, format, () => {})) {
    if (item.kind !== 'article') continue
    const { title, publishDate: date } = item
    articles.push({
      source_id: storedId(item.sourceId),
      title: cut(title, ARTICLE_FIELDS.title.longest),
      date,
    })
    if (articles.length === MOST_COMPARED) break
  }
  const [found] = await sql<{ source: string }[]>`
    select source from (
      select item.source, count(*) as articles, count(*) filter (
        where article.title = given.title and (given.date is null or article.publish_date = given.date)) as same
      from private.import_items as item join public.articles as article on article.id = item.article_id
      left join jsonb_to_recordset(${JSON.stringify(articles)}::jsonb)
        as given (source_id text, title text, date timestamptz) on given.source_id = item.source_id
      where ${isCandidate}
      group by item.source) as counted
    where same > 0 and same * 2 >= least(articles, ${articles.length}::int) order by same desc limit 1`
  return found?.source
}

/** The address where the site was, with its protocol: what somebody has said, or what the export says; null when nobody does. */
export const oldSiteOf = ({ host }: SourceSite, { site }: Pick<ImportChoices, 'site'>): string | null =>
  site ?? (host && `https://${host}`)

function keyOf(format: ImportFormat, name: string): string {
  const key = `${format} ${name}`
  return key.length <= MAX_KEY_LENGTH
    ? key
    : `${key.slice(0, MAX_KEY_LENGTH - 10).toWellFormed()} ${shortHash(key)}`
}

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
