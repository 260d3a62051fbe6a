import { readFile, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

/**
 * Replaces all articles by English originals, each with translations into the other five languages. As in real language few
 * words are frequent and most are rare (Zipf), and so are subjects: an article has two of 800, and the most frequent one is in
 * every fifth article or so. Each subject has 30 words of its own. Every run generates the same articles.
 */
async function fillRelated(sql: Sql, originals: number): Promise<void> {
  await sql`truncate public.articles cascade`
  await sql`delete from private.word_samples`
  await sql`alter table public.articles disable trigger user`
  await sql.session(async (session) => {
    await session`select setseed(0.5)`
    // Without vowels after its beginning, so that no stemmer takes an ending for one of the language.
    await session`
      create or replace function pg_temp.word(n integer) returns text language sql immutable
      return 'zu' || translate(n::text, '0123456789', 'bdfgkmnprt')`
    await session`
      insert into public.articles
        (slug, language, title, excerpt, content, category, author, publish_date, published)
      select 'en-' || n, 'en',
        (select string_agg(word, ' ') from unnest(words[1:3] || first[1:3]) as word),
        (select string_agg(word, ' ') from unnest(words[4:24] || first[4:7] || second[1:2]) as word),
        (select string_agg(word, ' ') from unnest(words[24:] || first || second) as word),
        (array['business', 'tech', 'opinion', 'news', 'hack'])[1 + floor(random() * 5)::int],
        'Mara Lindqvist', '2026-11-20'::timestamptz - random() * interval '10 years', true
      from generate_series(1, ${originals}::int) as n
      cross join lateral (
        select floor(power(800, random() + n * 0)) as one, floor(power(800, random() + n * 0)) as two
      ) as subject
      cross join lateral (
        select array(select pg_temp.word(floor(power(30000, random() + n * 0))::int) from generate_series(1, 620)) as words
      ) as background
      cross join lateral (
        select array(select pg_temp.word((30000 + subject.one * 30 + floor(power(30, random())))::int) from generate_series(1, 70)) as first
      ) as of_one
      cross join lateral (
        select array(select pg_temp.word((30000 + subject.two * 30 + floor(power(30, random())))::int) from generate_series(1, 50)) as second
      ) as of_two`
  })
  await sql`
    insert into public.articles
      (slug, language, title, excerpt, content, category, author, publish_date, published, original_article_id)
    select code || substr(slug, 3), code, title, excerpt, excerpt, category, author, publish_date, true, id
    from public.articles cross join unnest(array['es', 'fr', 'de', 'it', 'pt']) as code`
  await sql`alter table public.articles enable trigger user`
  await Promise.all(
    [0, 1].map(
      (half) => sql`
        select count(private.index_article(article)) from public.articles as article
        where language = 'en' and abs(hashtext(slug)) % 2 = ${half}`,
    ),
  )
  await sql`vacuum (analyze) public.articles, private.article_search`
}

const SIZES = [100, 10_000]
const ARTICLES_READ = 200
const ARTICLES_SAVED = 60
/** As the job asks for them. */
const BATCH = 25

/** How long related articles take: to be read for a page, to be found at publishing, and for articles from before. */
const dataDir = createTemporaryFolder('bench-related')
const server = await startEmbeddedPostgres({ dataDir })
const { host, port, user, database } = server.connection
const sql = connect({ host, port, user, database }, { max: 2 })
try {
  await prepareDatabase(sql)
  for (const originals of SIZES) {
    await fillRelated(sql, originals)
    console.log(`\n${originals} × 6 articles, load of the machine ${loadavg()[0]?.toFixed(1)}`)
    await measureBackfill(sql)
    await measureReads(sql)
    await measureSaves(sql)
  }
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** What the migration does, and what the job does after it. */
async function measureBackfill(sql: Sql): Promise<void> {
  const migration = await timed(
    () => sql`
      insert into private.article_topics (article_id, language)
      select id, language from public.articles where published and original_article_id is null`,
  )
  const sample = await timed(() => sql`select private.sample_due_languages()`)
  const batches: number[] = []
  for (let chosen = BATCH; chosen > 0; ) {
    const started = performance.now()
    const [row] = await sql<[{ chosen: number }]>`
      select private.choose_outdated_topics(${BATCH}) as chosen`
    chosen = row.chosen
    if (chosen > 0) batches.push(performance.now() - started)
  }
  await sql`vacuum (analyze) private.article_topics, private.topic_words, private.word_frequencies`
  const [size] = await sql`
    select pg_size_pretty(pg_total_relation_size('private.topic_words')) as words,
      pg_size_pretty(pg_total_relation_size('private.word_frequencies')) as frequencies`
  const total = batches.reduce((sum, ms) => sum + ms, 0)
  console.log(`  migration ${migration.toFixed(0)} ms, sample ${sample.toFixed(0)} ms`)
  console.log(`  job ${(total / 1000).toFixed(1)} s in batches of ${BATCH}: ${summarize(batches)}`)
  console.log(`  topic words ${size?.words}, frequencies ${size?.frequencies}`)
}

/** With the rights of an anonymous reader: planning and execution, as PostgreSQL reports them, and processor time. */
async function measureReads(sql: Sql): Promise<void> {
  for (const language of ['en', 'de']) {
    const usual = await sql<{ id: string }[]>`
      select id from public.articles where language = ${language}
      order by md5(slug) limit ${ARTICLES_READ}`
    const mostCompared = await sql<{ id: string }[]>`
      select article.id
      from private.topic_words as own
      cross join lateral (
        select count(*) from private.topic_words as topic
        where topic.language = own.language and topic.word = own.word
      ) as others
      join public.articles as article on article.language = ${language}
        and own.article_id = coalesce(article.original_article_id, article.id)
      group by article.id order by sum(least(others.count, 100)) desc limit ${ARTICLES_READ / 10}`
    await readRelated(sql, `${language}, any article`, language, usual)
    await readRelated(sql, `${language}, most in common`, language, mostCompared)
  }
}

async function readRelated(sql: Sql, name: string, language: string, articles: { id: string }[]) {
  await sql.session(async (session) => {
    const [backend] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`
    await session`set role anon`
    const times: number[] = []
    const work: number[] = []
    let alike = 0
    for (const { id } of articles) {
      const before = await processorTime(backend.pid)
      const [row] = await session<[{ 'QUERY PLAN': [Plan] }]>`
        explain (analyze, timing off, format json)
        ${fragment`select * from public.list_related_articles(${id}, ${language})`}`
      work.push((await processorTime(backend.pid)) - before)
      const [plan] = row['QUERY PLAN']
      times.push(plan['Planning Time'] + plan['Execution Time'])
      const found = await session<{ same_topic: boolean }[]>`
        select same_topic from public.list_related_articles(${id}, ${language})`
      alike += found.filter(({ same_topic }) => same_topic).length
    }
    await session`reset role`
    const share = (alike / articles.length).toFixed(1)
    console.log(`  read ${name.padEnd(20)} ${summarize(times)}  processor ${summarize(work)}  ${share} alike`)
  })
}

/** What saving a published article costs, by trigger. Nothing of it is stored. */
async function measureSaves(sql: Sql): Promise<void> {
  const articles = await sql<{ id: string }[]>`
    select id from public.articles where language = 'en' order by md5(slug) desc limit ${ARTICLES_SAVED}`
  const topics: number[] = []
  const all: number[] = []
  await sql.session(async (session) => {
    for (const { id } of articles) {
      await session`begin`
      const [row] = await session<[{ 'QUERY PLAN': [Plan] }]>`
        explain (analyze, format json) ${fragment`
          update public.articles set content = content || ' again' where id = ${id}`}`
      await session`rollback`
      const [plan] = row['QUERY PLAN']
      topics.push(plan.Triggers.find((trigger) => trigger['Trigger Name'] === 'note_topics')?.Time ?? NaN)
      all.push(plan['Execution Time'])
    }
  })
  console.log(`  save: choosing topics ${summarize(topics)}; the whole statement ${summarize(all)}`)
}

interface Plan {
  'Planning Time': number
  'Execution Time': number
  Triggers: { 'Trigger Name': string; Time: number }[]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds of processor time that a process has used. */
async function processorTime(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}

function summarize(times: number[]): string {
  return `p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`
}

function at(times: number[], share: number): string {
  const value = times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return value.toFixed(1)
}
