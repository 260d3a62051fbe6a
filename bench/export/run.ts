import { spawn } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { rowsOf } from '../../tests/support/fragments.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { generateArticles } from '../support/fill-articles.ts'
import { startSite } from '../support/site.ts'

const PORT = 44_570
const [originals = 10_000] = process.argv.slice(3).map(Number)
const LOOK_MS = 20

/** Makes a site with so many articles in six languages, and times an export into a new folder, into the same again, and into a zip. */
const folder = createTemporaryFolder('bench-export')
const dataDir = join(folder, 'data')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0' } })
try {
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fill(sql)
  await sql.end()
  const [into, zip] = [join(folder, 'export'), join(folder, 'export.zip')]
  console.log(`a new folder: ${await run(into)}`)
  console.log(`the same again: ${await run(into)}`)
  console.log(`a zip: ${await run(zip)}, ${((await stat(zip)).size / 1_000_000).toFixed(0)} MB`)
} finally {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Articles, their relations and some of the memory, without the indexes that an export does not read. */
async function fill(sql: Sql): Promise<void> {
  await sql`truncate public.articles cascade`
  await sql`alter table public.articles disable trigger user`
  for await (const articles of generateArticles(originals, 500))
    await sql`insert into public.articles ${rowsOf(...articles)}`
  await sql`
    update public.articles as translation set original_article_id = original.id from public.articles as original
    where original.language = 'en' and translation.language <> 'en'
      and original.slug = regexp_replace(translation.slug, '^..', 'en')`
  await sql`alter table public.articles enable trigger user`
  await sql`
    insert into public.translation_segments (language, source_hash, context, source, text, origin)
    select language, encode(sha256(convert_to(slug, 'UTF8')), 'hex'), 'paragraph', left(content, 500), left(content, 500), 'machine'
    from public.articles where language <> 'en'`
  await sql`vacuum (analyze) public.articles, public.translation_segments`
}

/** Runs the script without npm in between. */
async function run(target: string): Promise<string> {
  const command = packageJson.scripts.export.split(' ').slice(1)
  const started = performance.now()
  let peak = 0
  const child = spawn(process.execPath, [...command, target], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  }, LOOK_MS)
  const code = await new Promise((resolve) => child.on('close', resolve)).finally(() => clearInterval(timer))
  if (code !== 0) throw new Error('npm run export failed')
  return `${((performance.now() - started) / 1000).toFixed(1)} s, at most ${peak.toFixed(0)} MB`
}
