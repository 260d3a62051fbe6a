import { rm } from 'node:fs/promises'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'

/** In each of six languages: a fifth of them is in each section. */
const ORIGINALS = Number(process.argv[2] ?? 10_000)
const ROUNDS = 5

/** How long a new address of a section takes, for which its articles are locked, and what the list of a section costs. */
const dataDir = await createTemporaryFolder('ai-watch-sections')
const server = await startEmbeddedPostgres({ dataDir })
try {
  const sql = connect(server.connection)
  await prepareDatabase(sql)
  await fillArticles(sql, ORIGINALS)
  let was = 'hack'
  for (let round = 0; round < ROUNDS; round++) {
    const slug = `garden-${round}`
    const kept = ['business', 'tech', 'opinion', 'news'].map((kept) => ({ slug: kept }))
    const list = JSON.stringify([...kept, { slug, was, names: { en: 'Garden' } }])
    const began = performance.now()
    const [row] = await sql<{ answer: { moved: number } }[]>`
      select public.save_categories(${list}::jsonb) as answer`
    const took = performance.now() - began
    console.log(`${slug}: ${row?.answer.moved} articles in ${Math.round(took)} ms`)
    was = slug
  }
  const plan = await sql<{ 'QUERY PLAN': string }[]>`
    explain (analyze, buffers, costs off, summary off, timing off)
    select id, title from public.articles
    where language = 'en' and original_article_id is null and published and category = 'tech'
    order by publish_date desc, id limit 24`
  for (const line of plan) console.log(line['QUERY PLAN'])
  await sql.end()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
