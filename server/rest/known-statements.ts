import { readRequest } from '#server/rest/read-request.ts'
import { compileQuery } from '#server/rest/sql/compile.ts'

const SUMMARY =
  'id,slug,language,title,subtitle,excerpt,category,author,reading_time,hero_image,publish_date,featured'
const FEED = 'id,slug,language,title,excerpt,content,category,author,hero_image,publish_date,updated_at'
const ORIGINALS = 'language=eq.x&original_article_id=is.null&published=eq.true'

/**
 * The reads that pages and readers' browsers send all day, by their shape. PostgreSQL keeps the plan of a named statement
 * for as long as a connection lives, and `pg` never forgets one: so only these have names, and nobody can add to them.
 */
const KNOWN_READS: [path: string, query: string][] = [
  // Lists of pages, with and without category; the second page has an offset.
  ...[ORIGINALS, `${ORIGINALS}&category=eq.x`].flatMap((filters) =>
    ['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
      '/articles',
      `select=${SUMMARY}&${filters}&order=publish_date.desc,id.asc&${part}`,
    ]),
  ),
  ...['language=eq.x', 'language=eq.x&original_category=eq.x'].flatMap((filters) =>
    ['limit=1', 'offset=1&limit=1'].map((part): [string, string] => [
      '/translated_articles',
      `select=${SUMMARY}&${filters}&order=original_publish_date.desc,original_id.asc&${part}`,
    ]),
  ),
  ['/articles', `select=${SUMMARY}&language=eq.x&published=eq.true&featured=eq.true&limit=1`],
  // One article, its versions, and where it went.
  ['/articles', 'select=*&slug=eq.x&language=eq.x&published=eq.true'],
  [
    '/articles',
    'select=language,slug&published=eq.true&or=(id.eq.x,original_article_id.eq.x)&order=language.asc',
  ],
  ['/slug_redirects', 'select=article_id,language&slug=eq.x&language=in.(x,y)'],
  ['/articles', 'select=id,slug,language&id=in.(x)&published=eq.true'],
  ['/articles', `select=${FEED}&published=eq.true&id=in.(x)`],
  // Lists as a client of the data path asks for them.
  ...[ORIGINALS, `${ORIGINALS}&category=eq.x`].flatMap((filters) =>
    ['', '&limit=1'].map((part): [string, string] => [
      '/articles',
      `select=*&${filters}&order=publish_date.desc${part}`,
    ]),
  ),
  // The search overlay.
  [
    '/articles',
    'select=id,title,excerpt,category,slug,language&published=eq.true&language=eq.x&or=(title.ilike.x,excerpt.ilike.x)&order=publish_date.desc&limit=10',
  ],
]

const NAMES: ReadonlyMap<string, string> = new Map(
  KNOWN_READS.map(([path, query], index) => {
    const { query: read } = readRequest({ method: 'GET', path, query, header: () => null, body: '' })
    return [compileQuery(read).text, `known_read_${index}`]
  }),
)

/** The name of a statement that is worth keeping on every connection. */
export function nameOf(text: string): string | undefined {
  return NAMES.get(text)
}
