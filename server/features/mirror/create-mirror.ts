import { createHash } from 'node:crypto'
import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import type { Settings } from '#core/domain/settings.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import { PODCAST_LENGTH } from '#core/feeds/podcast-feed.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { articlePath, authorPath, SITEMAP_PATH } from '#core/paths.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { crawlSite, type MirrorSummary } from '#server/features/mirror/crawl-site.ts'
import { listSearchIndex, searchIndexAddress } from '#server/features/mirror/list-search-index.ts'
import { NOT_FOUND_PATH, SEARCH_PATH } from '#server/features/mirror/mirror-address.ts'
import type { PageParts } from '#server/features/mirror/rewrite-page.ts'
import type { PageBuild } from '#server/features/pages/render-page.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'

const UPLOADS = '/storage/'
/** More than a site of this size has. */
const MAX_OLD_ADDRESSES = 200_000

/** Of the recordings that podcasts name: more than what many hosts of static sites take at all. */
export const MAX_AUDIO_BYTES = 1_000_000_000

/** Without a query, and without a dot that would make a folder look like a file. */
const NAMED_BY_PATH = /^(?:\/[\w-]+)+(?:\/|\.html?)?$/

interface MirrorDeps {
  sql: Sql
  siteUrl: string
  settings: Settings
  pages: Pick<PageBuild, 'mirrorPartsOf'>
  /** Answers as the site does, within this process. */
  fetch(request: Request): Response | Promise<Response>
  imageSource: ImageSource
  publishableKey: string
}

/** The files of a static mirror, in an order and in bytes that are the same for the same state of the site. */
export async function* createMirror(
  deps: MirrorDeps,
  { summary, signal }: { summary: MirrorSummary; signal: AbortSignal },
): AsyncGenerator<ExportEntry> {
  const { sql, siteUrl, settings, pages } = deps
  const { script, styles: content, policy, readerScripts } = pages.mirrorPartsOf(settings)
  const scriptAddress = `/assets/mirror-${hashOf(script)}.js`
  yield { path: scriptAddress.slice(1), content: script }
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"/><script src="${scriptAddress}"></script>`
  const styles = `/assets/styles-${hashOf(content)}.css`
  const partsOf = (language: Language): PageParts => ({ head, styles, ...wordsOf(language, settings) })
  const parts = new Map(settings.languages.map((language) => [language, partsOf(language)]))
  const site = {
    siteUrl,
    fetch: async (address: string) => {
      signal.throwIfAborted()
      return address === styles
        ? new Response(content, { headers: { 'content-type': 'text/css' } })
        : fetchFrom(deps, address)
    },
    partsOf: (language: Language) => parts.get(language) ?? partsOf(language),
  }
  const bytes = await sizeOfAudio(sql, settings)
  if (bytes > MAX_AUDIO_BYTES) summary.audioLeftOut = bytes
  const from = [styles, ...readerScripts, ...addressesOf(settings)]
  yield* crawlSite(
    { ...site, hasAudio: bytes <= MAX_AUDIO_BYTES },
    { from, late: await listOldAddresses(sql, settings) },
    summary,
  )
  for await (const entry of listSearchIndex(sql, { settings, siteUrl })) {
    signal.throwIfAborted()
    summary.files++
    yield entry
  }
}

/** Everything else is named by one of these. */
function* addressesOf({ languages }: Settings): Generator<string> {
  for (const path of ['/', SEARCH_PATH, NOT_FOUND_PATH])
    for (const language of languages) yield localizedPath(path, language)
  yield* [SITEMAP_PATH, '/robots.txt', '/favicon.ico']
}

/** The bytes of the recordings that podcasts and pages of issues name. */
async function sizeOfAudio(sql: Sql, { languages }: Settings): Promise<number> {
  const [{ bytes }] = await sql<[{ bytes: number }]>`
    select coalesce(sum(bytes), 0)::double precision as bytes from (
      select audio.bytes, row_number() over (
        partition by article.language order by article.publish_date desc, article.id) as place
      from private.article_audio as audio join public.articles as article on article.id = audio.article_id
      where article.published and audio.is_current and article.language = any (${languages})
      union all
      select bytes, 1 from private.newsletter_audio where made_at is not null and language = any (${languages})) as heard
    where place <= ${PODCAST_LENGTH}`
  return bytes
}

/** Where articles and authors were before, here and on the site from which articles were imported, as far as a file can stand there. */
async function listOldAddresses(sql: Sql, { languages }: Settings): Promise<string[]> {
  const moved = await sql<{ slug: string; language: Language }[]>`
    select moved.slug, moved.language from public.slug_redirects as moved
    join public.articles as article on article.id = moved.article_id and article.published
    where moved.language = any (${languages})
    order by moved.language, moved.slug collate "C" limit ${MAX_OLD_ADDRESSES}`
  const imported = await sql<{ address: string }[]>`
    select old.address from private.old_addresses as old
    join public.articles as article on article.id = old.article_id and article.published
    order by old.address collate "C" limit ${MAX_OLD_ADDRESSES}`
  const authors = await sql<{ slug: string; languages: Language[] }[]>`
    select distinct old.slug collate "C" as slug, present.languages from public.authors as author, unnest(author.former_slugs) as old (slug)
    cross join lateral public.find_author(old.slug) as present
    where present.slug <> old.slug order by slug limit ${MAX_OLD_ADDRESSES}`
  return [
    ...moved.map(articlePath),
    ...imported.map(({ address }) => address).filter(canBeFile),
    ...authors.flatMap(({ slug, languages: those }) =>
      those.map((language) => localizedPath(authorPath(slug), language)),
    ),
  ]
}

function canBeFile(address: string): boolean {
  return NAMED_BY_PATH.test(address) && !RESERVED_ADDRESSES.has(address.split('/')[1] ?? '')
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function wordsOf(language: Language, settings: Settings): Omit<PageParts, 'head' | 'styles'> {
  const t = publicationTranslator(settings, language)
  return {
    newsletterNote: `<p class="mt-8 max-w-[34rem] border-l-3 border-ink pl-5 font-serif text-lg text-soft">${escapeXml(t('mirror.newsletter'))}</p>`,
    searchIndex: searchIndexAddress(language),
    searchNote: `<noscript><p class="mb-4">${escapeXml(t('mirror.search'))}</p></noscript>`,
  }
}

/** With the key of readers a page is not kept in memory: each is made once. */
async function fetchFrom(deps: MirrorDeps, address: string): Promise<Response> {
  const url = new URL(address, deps.siteUrl)
  if (url.pathname.startsWith(UPLOADS)) {
    const image = await deps.imageSource(decodeURIComponent(url.pathname).slice(1))
    return image ? new Response(await image.read()) : new Response(null, { status: 404 })
  }
  const headers = { authorization: `Bearer ${deps.publishableKey}` }
  return deps.fetch(new Request(url, { headers, redirect: 'manual' }))
}
