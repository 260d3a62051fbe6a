import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { connect, type Session, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createLog } from '#server/platform/log.ts'
import { groupCorpus, TOLD } from '../../../tests/newsroom/group-corpus.ts'
import { addPerson, asPerson, type Person } from '../../../tests/support/sessions-of-roles.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { postgresTime } from '../../support/processor-time.ts'
import { fillNewsroom, VOCABULARY, wordOf } from './fill-newsroom.ts'

const ITEMS = Number(process.env.ITEMS ?? 600_000)
const GROUPED = 200
/** Items of a flood, of which the last are measured. */
const FLOOD = 1000
const log = createLog('error')
const READS = 20

/** Which of thirty groups are found again, how long a new item takes among those of thirty days, and how long lists of groups take. */
const dataDir = createTemporaryFolder('bench-grouping')
const server = await startEmbeddedPostgres({ dataDir })
const { host, port, user, database } = server.connection
const sql = connect({ host, port, user, database }, { max: 4 })
try {
  await prepareDatabase(sql)
  for (const told of TOLD) {
    console.log(told, await groupCorpus(sql, told))
    await sql`truncate public.news_items, public.news_groups, private.news_word_counts cascade`
  }
  console.log(`filled in ${(await timed(() => fillNewsroom(sql, ITEMS))).toFixed(0)} ms`)
  const sizes = await sql<{ name: string; size: string }[]>`
    select name, pg_size_pretty(pg_total_relation_size(name::regclass)) as size from unnest(array[
      'public.news_items', 'public.news_groups', 'private.news_comparisons', 'private.news_word_counts']) as name`
  console.log(sizes.map(({ name, size }) => `${name} ${size}`).join(', '))
  await measureGrouping(sql, 'new items', () => invented())
  const [same] = invented()
  await measureGrouping(sql, 'one title, other texts', () => [same ?? '', invented()[1] ?? ''], FLOOD)
  await measureGrouping(sql, 'one title, one text', () => [same ?? '', same ?? ''], FLOOD)
  await measureGrouping(sql, 'every word there is', (n) => [everything(n * 40), everything(n * 70)])
  await measureGrouping(sql, 'the most frequent words', (n) => [everything(n % 40), everything(n % 40)])
  const editor = await addPerson(sql, { name: 'nora', role: 'editor' })
  await measureLists(sql, editor)
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function invented(): [string, string] {
  const words = Array.from({ length: 30 }, () => wordOf(Math.floor(VOCABULARY ** Math.random())))
  return [words.slice(0, 9).join(' '), words.join(' ')]
}

function everything(from: number): string {
  return Array.from({ length: 60 }, (_, n) => wordOf((from + n) % VOCABULARY))
    .join(' ')
    .slice(0, 480)
}

async function measureGrouping(
  sql: Sql,
  name: string,
  write: (n: number) => [string, string],
  items = GROUPED,
): Promise<void> {
  const [times, own]: [number[], number[]] = [[], []]
  const postgres = await postgresTime(dataDir)
  for (let n = 0; n < items; n++) {
    const [title, excerpt] = write(n)
    const url = `https://news.example/${randomUUID()}`
    const [row] = await sql<[{ id: string }]>`
      insert into public.news_items (kind, url, canonical_url, title, excerpt, outlet, language, published_at)
      values ('feed', ${url}, ${url}, ${title}, ${excerpt}, ${`Outlet ${n}`}, 'en', now()) returning id`
    const before = process.cpuUsage()
    times.push(await timed(() => groupItems({ sql, log }, [row.id])))
    const { user, system } = process.cpuUsage(before)
    own.push((user + system) / 1000)
  }
  const each = ((await postgresTime(dataDir)) - postgres) / 1000 / items
  console.log(
    `  ${name.padEnd(24)} ${summarize(times.slice(-GROUPED))}; of it the processor time of Node: ${summarize(own.slice(-GROUPED))}; of PostgreSQL ${each.toFixed(1)} ms on average`,
  )
}

async function measureLists(sql: Sql, editor: Person): Promise<void> {
  const lists: [string, { p_search?: string; [filter: string]: unknown }][] = [
    ['first page', {}],
    ['page 100', { p_from: 1980 }],
    ['one language', { p_language: 'nl' }],
    ['rare section', { p_section: 'tech' }],
    ['followed', { p_show: 'followed' }],
    ['hidden', { p_show: 'hidden' }],
    ['search, frequent word', { p_search: wordOf(2) }],
    ['search, three frequent words', { p_search: [2, 3, 5].map(wordOf).join(' ') }],
    ['search, rare word', { p_search: wordOf(45_000) }],
    ['search, rare word and a begun one', { p_search: 'quagga zu' }],
    ['search, nothing', { p_search: 'quagga' }],
  ]
  for (const [name, filters] of lists) {
    const { p_show = 'all', p_search = '', p_section = null, p_language = null, p_from = 0 } = filters
    await measureReads(sql, editor, `list: ${name}`, async (session) => {
      const [row] = await session<[{ page: { total: number } }]>`
        select public.list_news_groups(${p_show}, ${p_search}, ${p_section}, ${p_language}, ${p_from}, 20) as page`
      return row.page.total
    })
    if (p_search === '') continue
    await measureReads(sql, editor, `items: ${name}`, async (session) => {
      const [row] = await session<
        [{ items: unknown[] }]
      >`select public.search_news_items(${p_search}) as items`
      return row.items.length
    })
  }
}

async function measureReads(
  sql: Sql,
  editor: Person,
  name: string,
  read: (session: Session) => Promise<number>,
): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let n = 0; n < READS; n++)
    times.push(
      await timed(() =>
        asPerson(sql, editor, async (session) => {
          found = await read(session)
        }),
      ),
    )
  console.log(`  ${name.padEnd(46)} ${summarize(times)}, ${found} found`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function summarize(times: number[]): string {
  const at = (share: number) =>
    times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]?.toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms, load ${loadavg()[0]?.toFixed(1)}`
}
