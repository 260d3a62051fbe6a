import { readFile, rm } from 'node:fs/promises'
import { connect, type Session, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'

type Statement = (words: string, language: string) => Fragment

interface Filters {
  category?: string
  from?: string
  until?: string
  author?: string
}

const PER_LANGUAGE = 10_000
const ROUNDS = 20

/** Queries of the overlay: words in every article, in few, in none; parts of words; a character with a meaning in LIKE. */
const OVERLAY_QUERIES = [
  ['mod', 'en'],
  ['model', 'en'],
  ['models', 'en'],
  ['machine learning', 'en'],
  ['bakery bread', 'en'],
  ['zq9', 'en'],
  ['zq77', 'en'],
  ['zq7777', 'en'],
  ['xyz', 'en'],
  ['innovation', 'en'],
  ['100%', 'en'],
  ['une', 'fr'],
  ['modèle', 'fr'],
  ['rien de tel', 'fr'],
  ['zq1234', 'de'],
  ['Sprachmodell', 'de'],
] as const

/** Full-text queries, from words that nearly all articles of a language have to words in one article or none. */
const FULL_TEXT_QUERIES = [
  ['model', 'en'],
  ['language models', 'en'],
  ['running', 'en'],
  ['the best model of the year', 'en'],
  ['model or data or language', 'en'],
  ['"language model"', 'en'],
  ['model -bank', 'en'],
  ['bakery bread flour', 'en'],
  ['algori', 'en'],
  ['zq7777', 'en'],
  ['zq77', 'en'],
  ['nothing like it anywhere', 'en'],
  ['modeles', 'fr'],
  ['reseau hopital', 'fr'],
  ['Modelle', 'de'],
  ['información', 'es'],
  ['traducao', 'pt'],
  ['biblioteca', 'it'],
] as const

/** Searches with filters, from those that leave much to those that leave nothing, with and without a query. */
const FILTERED_QUERIES: [string, string, Filters][] = [
  ['model', 'en', { category: 'tech' }],
  ['model', 'en', { author: 'mara' }],
  ['model', 'en', { from: '2020-01-01' }],
  ['model', 'en', { category: 'tech', from: '2026-11-01', until: '2026-11-20', author: 'lindqvist' }],
  ['bakery bread flour', 'en', { category: 'business' }],
  ['"language model"', 'en', { category: 'tech', author: 'mara lindqvist' }],
  ['modeles', 'fr', { category: 'opinion' }],
  ['zq7777', 'en', { author: 'mara' }],
  ['model', 'en', { author: 'nobody of this name' }],
  ['', 'en', { category: 'tech' }],
  ['', 'en', { from: '2000-01-01' }],
  ['', 'en', { author: 'mara' }],
  ['', 'en', { category: 'hack', author: 'mara lindqvist' }],
  ['', 'de', { until: '2026-01-01' }],
  ['', 'de', { from: '2026-11-18', until: '2026-11-18' }],
  ['', 'en', { author: 'nobody of this name' }],
]

const OVERLAY = (word: string, language: string) => fragment`
  select id, title, excerpt, category, slug, language from public.articles
  where published = true and language = ${language} and (title ilike '%' || ${word} || '%' or excerpt ilike '%' || ${word} || '%')
  order by publish_date desc limit 10`
const FULL_TEXT = (words: string, language: string) =>
  fragment`select * from public.search_articles(${words}, ${language})`

const FILTERED = (words: string, language: string, filters: Filters) => fragment`
  select * from public.search_articles(${words}, ${language}, p_category => ${filters.category ?? null},
    p_from => ${filters.from ?? null}::date, p_until => ${filters.until ?? null}::date, p_author => ${filters.author ?? null})`
const AUTHOR_PAGE = (slug: string, language: string) => fragment`
  select * from public.author_articles where author_slug = ${slug} and language = ${language}
  order by publish_date desc, id limit 25`

const dataDir = createTemporaryFolder('bench-search')
const server = await startEmbeddedPostgres({ dataDir })
const { host, port, user, database } = server.connection
const address = { host, port, user, database }
const sql = connect(address, { max: 4 })
try {
  await prepareDatabase(sql)
  await fillArticles(sql, PER_LANGUAGE)
  await printSize(sql)
  await measure('overlay', OVERLAY, OVERLAY_QUERIES)
  await measure('full text', FULL_TEXT, FULL_TEXT_QUERIES)
  for (const [words, language, filters] of FILTERED_QUERIES) {
    const name = `filtered: ${JSON.stringify(filters)}`
    await measure(name, (query, code) => FILTERED(query, code, filters), [[words, language]])
  }
  await measure('page of an author', AUTHOR_PAGE, [
    ['mara-lindqvist', 'en'],
    ['mara-lindqvist', 'de'],
    ['nobody', 'en'],
  ])
  await measure('who the author is', (slug) => fragment`select * from public.find_author(${slug})`, [
    ['mara-lindqvist', 'en'],
  ])
  await measure('all authors', (_, code) => fragment`select * from public.list_authors(${code}, 50)`, [
    ['', 'en'],
  ])
  await sql`alter function pg_catalog.texticlike(text, text) not leakproof`
  await measure('overlay, ILIKE not leakproof', OVERLAY, OVERLAY_QUERIES)
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Prints the number of articles and the size of the tables. */
async function printSize(sql: Sql): Promise<void> {
  const [size] = await sql`
    select (select count(*)::int from private.article_search) as rows,
      pg_size_pretty(pg_total_relation_size('public.articles')) as articles,
      pg_size_pretty(pg_total_relation_size('private.article_search')) as search`
  console.log(`${size?.rows} articles, ${size?.articles}; their index ${size?.search}`)
}

/**
 * Measures planning and execution time as PostgreSQL reports them, with the rights of an anonymous reader, and the processor
 * time (Linux), which depends less on other work on the machine.
 */
async function measure(name: string, statement: Statement, queries: readonly (readonly [string, string])[]) {
  await sql.session((session) => measureOn(session, name, statement, queries))
}

async function measureOn(
  session: Session,
  name: string,
  statement: Statement,
  queries: readonly (readonly [string, string])[],
) {
  const [backend] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`
  await session`set role anon`
  const all: number[] = []
  const allWork: number[] = []
  console.log(`\n${name}`)
  for (const query of queries) {
    const times: number[] = []
    const work: number[] = []
    let rows = 0
    for (let round = 0; round < ROUNDS; round++) {
      const before = await processorTime(backend.pid)
      const [row] = await session<[{ 'QUERY PLAN': [Plan] }]>`
        explain (analyze, timing off, format json) ${statement(...query)}`
      const [plan] = row['QUERY PLAN']
      rows = plan.Plan['Actual Rows']
      times.push(plan['Planning Time'] + plan['Execution Time'])
      work.push((await processorTime(backend.pid)) - before)
    }
    all.push(...times)
    allWork.push(...work)
    console.log(`  ${query.join(' ').padEnd(32)} ${String(rows).padStart(2)} rows ${summarize(times, work)}`)
  }
  console.log(`  ${'all'.padEnd(40)} ${summarize(all, allWork)}`)
  await session`reset role`
}

interface Plan {
  Plan: { 'Actual Rows': number }
  'Planning Time': number
  'Execution Time': number
}

function summarize(times: number[], work: number[]): string {
  return `median ${at(times, 0.5)} ms  p95 ${at(times, 0.95)} ms  processor: median ${at(work, 0.5)} ms  p95 ${at(work, 0.95)} ms`
}

/** Milliseconds of processor time that a process has used. */
async function processorTime(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}

function at(times: number[], share: number): string {
  const value = times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return value.toFixed(1).padStart(6)
}
