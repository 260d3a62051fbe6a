import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'
import { processorTime } from '../support/processor-time.ts'
import { residentMegabytes, startSite } from '../support/site.ts'

const PORT = 44_320
const [originals = 10_000, megabytes = 2048] = process.argv.slice(3).map(Number)
const MEGABYTE = 1024 * 1024
const LOOK_MS = 20
const PASSPHRASE = 'correct horse battery'

/** Makes a site of the given size, and times `tar` of its folder, a backup of it while it runs, and the restore, plain and encrypted. */
const folder = createTemporaryFolder('bench-backup')
const dataDir = join(folder, 'data')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0' } })
try {
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fillArticles(sql, originals)
  await fillFiles(sql, megabytes)
  await sql.script('checkpoint')
  const [size] = await sql`select pg_size_pretty(pg_database_size(current_database())) as database`
  console.log(`${originals} articles in six languages (${size?.database}) and ${megabytes} MB of files`)
  await sql.end()
  console.log(`the site: ${(await residentMegabytes(site.child.pid ?? 0)).toFixed(0)} MB`)

  const tar = await secondsOf(async () => {
    // The server changes files while they are read, which tar reports by 1.
    await promisify(execFile)('tar', ['cf', join(folder, 'data.tar'), '-C', dataDir, '.']).catch((error) => {
      if (error.code !== 1) throw error
    })
    const handle = await open(join(folder, 'data.tar'))
    await handle.sync().finally(() => handle.close())
  })
  await rm(join(folder, 'data.tar'))
  console.log(`tar: ${tar.toFixed(1)} s`)

  for (const [name, secret] of Object.entries({ plain: {}, encrypted: { BACKUP_PASSPHRASE: PASSPHRASE } })) {
    const file = join(folder, `${name}.backup`)
    const restored = join(folder, `restored-${name}`)
    const made = await run('backup', [file], { DATA_DIR: dataDir, ...secret })
    const verified = await run('backup', ['--verify', file], { DATA_DIR: dataDir, ...secret })
    const again = await run('restore', [file], { DATA_DIR: restored, ...secret })
    const beyond = made.seconds - tar
    console.log(
      `${name}: backup ${tell(made)}, ${beyond.toFixed(1)} s beyond tar; verify ${tell(verified)}; restore ${tell(again)}`,
    )
    await rm(restored, { recursive: true })
    await rm(file)
  }
} finally {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

interface Taken {
  seconds: number
  /** Of the processor, in the process of the command. */
  busy: number
  /** The most megabytes that were resident in it. */
  peak: number
}

function tell({ seconds, busy, peak }: Taken): string {
  return `${seconds.toFixed(1)} s (${busy.toFixed(1)} s of processor), at most ${peak.toFixed(0)} MB`
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** Runs a script of package.json without npm in between. */
async function run(
  script: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
): Promise<Taken> {
  let peak = 0
  let busy = 0
  const seconds = await secondsOf(async () => {
    const command = packageJson.scripts[script].split(' ').slice(1)
    const child = spawn(process.execPath, [...command, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const timer = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
      busy = Math.max(busy, (await processorTime(child.pid ?? 0).catch(() => 0)) / 1_000_000)
    }, LOOK_MS)
    const code = await new Promise((resolve) => child.on('close', resolve)).finally(() =>
      clearInterval(timer),
    )
    if (code !== 0) throw new Error(`npm run ${script} failed`)
  })
  return { seconds, busy, peak }
}

/** Files of one to five megabytes of noise, which like pictures cannot be compressed, as the storage has them. */
async function fillFiles(sql: Sql, total: number): Promise<void> {
  const files = await sql<{ version: string; megabytes: number }[]>`
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'article-images', 'articles/' || n || '.jpg', gen_random_uuid()::text,
      jsonb_build_object('size', (1 + n % 5) * ${MEGABYTE}::integer, 'mimetype', 'image/jpeg')
    from generate_series(1, ${Math.ceil(total / 3)}::integer) as n
    returning version, (metadata ->> 'size')::integer / ${MEGABYTE}::integer as megabytes`
  for (const { version, megabytes } of files) {
    const place = join(dataDir, 'storage/files', version.slice(0, 2))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, version), randomBytes(megabytes * MEGABYTE))
  }
}
