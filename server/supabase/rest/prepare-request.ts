import { LRUCache } from 'lru-cache'
import { CORRECTION_COLUMNS, PUBLISHED_CORRECTION_COLUMNS } from '#core/data/article-corrections.ts'
import { FACT_COLUMNS, TRANSLATION_COLUMNS } from '#core/data/article-translations.ts'
import { NAMESAKE_COLUMNS, ORIGINAL_COLUMNS, SUMMARY_COLUMNS } from '#core/data/articles.ts'
import { FEED_COLUMNS } from '#core/data/feeds.ts'
import { FOUND_COLUMNS } from '#core/data/search.ts'
import { NEWS_COLUMNS } from '#core/data/sitemaps.ts'
import type { Statement } from '#server/platform/database/fragment.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import { limitStranger } from '#server/supabase/rest/parse/conditions.ts'
import { type ReadRequest, readRequest } from '#server/supabase/rest/read-request.ts'
import type { RestRequest } from '#server/supabase/rest/rest-request.ts'
import { compileQuery } from '#server/supabase/rest/sql/compile.ts'

export interface RestStatement extends Statement {
  /** One that the site itself asks: what others write may take long. */
  isKnown: boolean
}

interface PreparedRequest extends ReadRequest {
  statement: RestStatement
}

/**
 * Parses a request and compiles its statement.
 * @throws RestError
 */
export type PrepareRequest = (request: RestRequest, caller: { isStranger: boolean }) => PreparedRequest

const MAX_CACHED = 500
const MAX_KEY_LENGTH = 1000
/** The headers that change what a read asks for. */
const HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

/** Pages send the same few hundred reads all day, so the compiled statements of reads are cached; their results never are. */
export function createPrepareRequest(catalog: Catalog): PrepareRequest {
  const names = namePreparedReads(catalog)
  const known = knownReads(catalog)
  const cache = new LRUCache<string, PreparedRequest>({ max: MAX_CACHED })

  function prepare(request: RestRequest, isStranger: boolean): PreparedRequest {
    const read = readRequest(request, catalog)
    const { query } = read
    if (isStranger && query.selection) query.selection = limitStranger(query.selection, query.returnsRows)
    const compiled = compileQuery(read.query)
    const name = names.get(compiled.text)
    const isKnown = known.has(compiled.text)
    return { ...read, statement: { ...(name && { name }), ...compiled, isKnown } }
  }

  return (request, { isStranger }) => {
    const { method, path, query, header } = request
    if (method !== 'GET' && method !== 'HEAD') return prepare(request, isStranger)
    const key = [isStranger, method, path, query, ...HEADERS.map((name) => header(name) ?? '')].join('\n')
    const cached = cache.get(key)
    if (cached) return cached
    const prepared = prepare(request, isStranger)
    if (key.length <= MAX_KEY_LENGTH) cache.set(key, prepared)
    return prepared
  }
}

const SPAN = 'publish_date=gte.x&publish_date=lte.x&order=publish_date.desc&limit=1'
const ORIGINALS = 'language=eq.x&original_article_id=is.null&published=eq.true'

/**
 * The reads that pages and browsers send all day, with `x` and `1` in place of values. PostgreSQL plans a named statement once
 * per connection and `pg` never releases one, so only this fixed list is named: a caller cannot make it grow.
 */
const PREPARED_READS: [path: string, query: string][] = [
  // Article lists, with and without a category; the second page has an offset.
  ...[ORIGINALS, `${ORIGINALS}&category=eq.x`].flatMap((filters) =>
    ['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
      '/articles',
      `select=${SUMMARY_COLUMNS}&${filters}&order=publish_date.desc,id.asc&${part}`,
    ]),
  ),
  ...['language=eq.x', 'language=eq.x&original_category=eq.x'].flatMap((filters) =>
    ['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
      '/translated_articles',
      `select=${SUMMARY_COLUMNS}&${filters}&order=original_publish_date.desc,original_id.asc&${part}`,
    ]),
  ),
  ['/articles', `select=${SUMMARY_COLUMNS}&language=eq.x&published=eq.true&featured=eq.true&limit=1`],
  // The author of an article, the page of one, and lists of all.
  ['/author_articles', 'select=author_slug&id=eq.x'],
  ['/rpc/find_author', 'p_slug=x'],
  ['/rpc/find_fediverse_creator', 'p_article_id=x'],
  ...['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
    '/author_articles',
    `select=${SUMMARY_COLUMNS}&author_slug=eq.x&language=eq.x&order=publish_date.desc,id.asc&${part}`,
  ]),
  ['/rpc/list_authors', 'p_language=x&p_limit=1'],
  // One article, its translations, its corrections and the page of all, and the redirect from an old slug.
  ...['asc', 'desc'].map((order): [string, string] => [
    '/articles',
    `select=*&slug=eq.x&language=in.(x,y)&published=eq.true&order=language.${order}&limit=1`,
  ]),
  [
    '/articles',
    'select=language,slug&published=eq.true&or=(id.eq.x,original_article_id.eq.x)&order=language.asc',
  ],
  ['/articles', `select=${ORIGINAL_COLUMNS}&id=eq.x&published=eq.true&limit=1`],
  ['/article_corrections', `select=${CORRECTION_COLUMNS}&article_id=eq.x&order=corrected_at.asc,id.asc`],
  ['/article_corrections', `select=${CORRECTION_COLUMNS}&article_id=in.(x)&order=corrected_at.asc,id.asc`],
  // The sources of articles.
  ['/rpc/find_article_sources', 'p_article_id=x'],
  // The audio of articles and issues.
  ['/rpc/find_article_audio', 'p_article_id=x'],
  ['/rpc/list_article_audio', 'p_language=x&p_limit=1'],
  ['/rpc/find_newsletter_audio', 'p_slug=x&p_language=x'],
  ['/rpc/list_newsletter_audio', 'p_language=x&p_limit=1'],
  ['/rpc/list_drafted_articles', 'p_article_ids={x}'],
  // The facts of translations, and their originals.
  ['/article_translations', `select=${FACT_COLUMNS}&translation_id=in.(x)`],
  ['/translations_with_originals', `select=${TRANSLATION_COLUMNS}&translation_id=in.(x)`],
  ...['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
    '/published_corrections',
    `select=${PUBLISHED_CORRECTION_COLUMNS}&language=eq.x&order=corrected_at.desc,id.asc&${part}`,
  ]),
  ['/slug_redirects', 'select=article_id,language&slug=eq.x&language=in.(x,y)'],
  // The possible targets of an address without a language.
  ['/articles', `select=${NAMESAKE_COLUMNS}&slug=eq.x&published=eq.true`],
  ['/slug_redirects', 'select=article_id,language&slug=eq.x'],
  ['/rpc/find_old_address', 'p_addresses={x}'],
  ['/articles', 'select=id,slug,language&id=in.(x)&published=eq.true'],
  ['/articles', `select=${FEED_COLUMNS}&published=eq.true&id=in.(x)`],
  // Sitemaps: their parts, the articles of a part, and the news sitemap.
  ['/rpc/list_sitemap_parts', 'p_stories=1'],
  ...['', 'offset=1&'].map((offset): [string, string] => [
    '/articles',
    `select=id,slug,language,updated_at&${ORIGINALS}&order=id.asc&${offset}limit=1`,
  ]),
  [
    '/articles',
    'select=original_article_id,slug,language,updated_at&published=eq.true&original_article_id=in.(x)&order=language.asc',
  ],
  ['/articles', `select=${NEWS_COLUMNS}&language=eq.x&published=eq.true&${SPAN}`],
  ['/translated_articles', `select=${NEWS_COLUMNS}&${SPAN}`],
  // Issues of the newsletter that were sent: one, and lists of them.
  ['/rpc/find_published_newsletter', 'p_slug=x&p_language=x'],
  ['/rpc/list_published_newsletters', 'p_language=x&p_limit=1&p_offset=1'],
  // The search page, and the search overlay, but for what contains a text (below).
  ['/rpc/list_related_articles', 'p_article_id=x&p_language=x&p_limit=1'],
  ['/rpc/search_articles', 'p_query=x&p_language=x&p_limit=1&p_offset=1'],
  ['/rpc/search_as_typed', 'p_query=x&p_language=x'],
  [
    '/rpc/search_articles',
    'p_query=x&p_language=x&p_limit=1&p_offset=1&p_category=x&p_from=2026-01-01&p_until=2026-01-01&p_author=x',
  ],
]

/** The read by which the search overlay finds what contains a text. It is not prepared: its best plan depends on the text. */
const UNPREPARED_READ: [path: string, query: string] = [
  '/articles',
  `select=${FOUND_COLUMNS}&published=eq.true&language=eq.x&or=(title.ilike.x,excerpt.ilike.x)&order=publish_date.desc&limit=1`,
]

/** The names under which these statements are prepared on every connection, by their SQL text. */
export function namePreparedReads(catalog: Catalog): ReadonlyMap<string, string> {
  return new Map(PREPARED_READS.map((read, index) => [textOf(read, catalog), `known_read_${index}`]))
}

/** The SQL texts of the reads that the site itself sends without a session. */
export function knownReads(catalog: Catalog): ReadonlySet<string> {
  return new Set([...namePreparedReads(catalog).keys(), textOf(UNPREPARED_READ, catalog)])
}

function textOf([path, query]: [path: string, query: string], catalog: Catalog): string {
  const request = { method: 'GET', path, query, header: () => null, body: '' }
  return compileQuery(readRequest(request, catalog).query).text
}
