import { createHash } from 'node:crypto'
import type { Article } from '#core/domain/article.ts'
import {
  ARTICLES_PER_FILE,
  indexedWords,
  type MirrorLongWords,
  type MirrorSearchArticle,
  type MirrorSearchIndex,
  type MirrorSearchPart,
  searchPartOf,
  WEIGHTS,
} from '#core/domain/mirror-search.ts'
import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import type { Settings } from '#core/domain/settings.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import { PODCAST_LENGTH } from '#core/feeds/podcast-feed.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { articlePath, authorPath, SITEMAP_PATH } from '#core/paths.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { readRows } from '#server/features/export/export-entry.ts'
import { crawlSite, type MirrorSummary } from '#server/features/mirror/crawl-site.ts'
import { NOT_FOUND_PATH, placeOf, SEARCH_PATH } from '#server/features/mirror/mirror-address.ts'
import type { PageParts } from '#server/features/mirror/rewrite-page.ts'
import type { PageBuild } from '#server/features/pages/render-page.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'

const UPLOADS = '/storage/'
/** More than a site of this size has. */
const MAX_OLD_ADDRESSES = 200_000

/** Of the recordings that podcasts name: more than what many hosts of static sites take at all. */
export const MAX_AUDIO_BYTES = 1_000_000_000

/** Addresses without a query, and without a dot that would make a folder look like a file. */
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

/**
 * Lists the addresses where articles and authors were before, here and on the site from which articles were imported, as far as a file can
 * stand there.
 */
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

const AT_ONCE = 200
/** Up to here one character is enough to cut the index into small parts. */
const FEW_ARTICLES = 300
const WEIGHT = { title: 9, summary: 4, prose: 1 } as const
/** The most times that a word of a text counts: more of them say no more than this. */
const MAX_COUNTED = 3
/** Words of titles and excerpts in which others may be. */
const LONG = 8

interface ArticleRow extends Pick<Article, 'slug' | 'title' | 'excerpt' | 'category' | 'publish_date'> {
  summary: string
  prose: string
}

/** The address where the index of a language begins. */
const searchIndexAddress = (language: Language): string => `/search/${language}/`

/** The search index of each language: whole articles, as their readers may see them. */
export async function* listSearchIndex(
  sql: Sql,
  { settings, siteUrl }: { settings: Settings; siteUrl: string },
): AsyncGenerator<ExportEntry> {
  for (const language of settings.languages) {
    const folder = searchIndexAddress(language).slice(1)
    const file = (name: string, content: unknown) => ({
      path: `${folder}${name}.json`,
      content: JSON.stringify(content),
    })
    const { unnamed, roots } = await readWords(sql, language)
    const { articles, postings, longWords } = await sql.transaction(async (session) => {
      // The rows are read with the rights of a reader, so that nothing else can get into the index.
      await session.script('set local role anon')
      return readArticles(session, { language, siteUrl, unnamed })
    })
    for (let at = 0; at < articles.length; at += ARTICLES_PER_FILE)
      yield file(`articles-${at / ARTICLES_PER_FILE}`, articles.slice(at, at + ARTICLES_PER_FILE))
    const length = articles.length > FEW_ARTICLES ? 2 : 1
    const words = [...postings.keys()].sort()
    const parts = Map.groupBy(words, (word) => searchPartOf(word, length))
    for (const [name, own] of parts) {
      const forms = Map.groupBy(own, (word) => roots.get(word) ?? word)
      const part: MirrorSearchPart = [...forms.values()].map((group) =>
        group.flatMap((word) => [word, postings.get(word) ?? []]),
      )
      yield file(`words-${name}`, part)
    }
    const long: MirrorLongWords = [...longWords].sort().join(' ')
    yield file('long', long)
    const index: MirrorSearchIndex = {
      length,
      parts: [...parts.keys()],
      unnamed: [...unnamed].join(' '),
    }
    yield file('index', index)
  }
}

/**
 * Reads the words in the same way as the search of the site: words without a subject, and of each word what all its forms have in common.
 */
async function readWords(sql: Sql, language: Language) {
  const left = await sql<{ word: string }[]>`
    select private.fold(word) as word
    from jsonb_object_keys(private.search_facts(${language}) -> 'functionWords') as words (word)`
  const known = await sql<{ word: string; root: string }[]>`
    select word, min(root) as root from private.search_words where language = ${language} group by word`
  return {
    unnamed: new Set(left.map(({ word }) => word)),
    roots: new Map(known.map(({ word, root }) => [word, root])),
  }
}

/** The articles of a language, the newest first, for each word those that have it, and long words of titles and excerpts. */
async function readArticles(
  session: Session,
  { language, siteUrl, unnamed }: { language: Language; siteUrl: string; unnamed: ReadonlySet<string> },
): Promise<{ articles: MirrorSearchArticle[]; postings: Map<string, number[]>; longWords: Set<string> }> {
  const longWords = new Set<string>()
  const postings = new Map<string, number[]>()
  const articles: MirrorSearchArticle[] = []
  for await (const row of readRows<ArticleRow>(session, queryOf(language), AT_ONCE)) {
    for (const [word, weight] of weighWords(row, unnamed)) {
      if (word.length >= LONG && weight >= WEIGHT.summary) longWords.add(word)
      const list = postings.get(word) ?? []
      list.push(articles.length * WEIGHTS + weight)
      postings.set(word, list)
    }
    const address = placeOf(new URL(articlePath({ slug: row.slug, language }), siteUrl))?.address ?? '/'
    articles.push([address, row.title, row.excerpt, row.category, row.publish_date])
  }
  return { articles, postings, longWords }
}

const queryOf = (language: Language) => `
  select article.slug, article.title, concat_ws(' ', article.subtitle, article.excerpt, article.author) as summary,
    left(coalesce(article.excerpt, ''), 300) as excerpt, search.prose, article.category,
    to_json(article.publish_date) #>> '{}' as publish_date
  from private.article_search as search join public.articles as article on article.id = search.article_id
  where article.language = '${language}'
  order by article.publish_date desc, article.slug collate "C"`

/** Tells how much each word says about an article. */
function weighWords(
  { title, summary, prose }: ArticleRow,
  unnamed: ReadonlySet<string>,
): Map<string, number> {
  const weights = new Map<string, number>()
  const raise = (word: string, weight: number) =>
    weights.set(word, Math.min(Math.max(weights.get(word) ?? 0, weight), WEIGHTS - 1))
  const counts = new Map<string, number>()
  for (const word of indexedWords(prose, unnamed)) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [word, count] of counts) raise(word, WEIGHT.prose * Math.min(count, MAX_COUNTED))
  for (const word of indexedWords(summary, unnamed)) raise(word, WEIGHT.summary)
  for (const word of indexedWords(title, unnamed)) raise(word, WEIGHT.title)
  return weights
}
