import { rm } from 'node:fs/promises'
import { connect } from '#server/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/database/embedded/join-embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, startSite } from '../support/site.ts'

const PORT = 43_206
const ORIGINALS = [100, 10_000]
const ROUNDS = 25
const PAGES = {
  home: '/',
  'home in German': '/?lang=de',
  category: '/tech',
  'category in German': '/tech?lang=de',
  article: '/article/seeded-50',
  'article in German': '/article/seeded-50-de?lang=de',
  search: '/search?q=seeded',
}

/** Whether a page costs the same with a hundred articles in six languages as with ten thousand. */
const dataDir = createTemporaryFolder('bench-scale')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const key = /sb_publishable_[\w-]+/.exec(await (await fetch(origin)).text())?.[0]
const sql = connect(await joinEmbeddedPostgres(dataDir))
const times = new Map<string, number[]>()

for (const count of ORIGINALS) {
  await seed(count)
  for (const [name, path] of Object.entries(PAGES)) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await milliseconds(origin + path))
    times.set(name, [...(times.get(name) ?? []), median(rounds)])
  }
}
for (const [name, [few = Number.NaN, many = Number.NaN]] of times) {
  console.log(
    `${name}: ${few.toFixed(1)} ms with ${ORIGINALS[0]}, ${many.toFixed(1)} ms with ${ORIGINALS[1]} originals, factor ${(many / few).toFixed(2)}`,
  )
}

await sql.end()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** One page, rendered for this request: with credentials nothing is answered from what is kept. */
async function milliseconds(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return performance.now() - started
}

/** Replaces all articles by `count` originals, each in all six languages. */
async function seed(count: number): Promise<void> {
  await sql`truncate public.articles cascade`
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published, publish_date)
    select 'seeded-' || n, 'A seeded article, number ' || n, 'What number ' || n || ' is about, in a sentence or two.',
           repeat('A paragraph about models, and what they cost to run in practice. ', 60),
           (array['business', 'tech', 'opinion', 'news', 'hack'])[1 + n % 5], true, now() - n * interval '1 hour'
    from generate_series(1, ${count}) n`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, published, publish_date, original_article_id)
    select slug || '-' || language, language, title, excerpt, content, category, true, publish_date, id
    from public.articles, unnest(array['es', 'fr', 'de', 'it', 'pt']) as language`
  await sql`analyze`
}
