import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'
import { startSite } from '../support/site.ts'

const PORT = 44_690
const [originals = 10_000] = process.argv.slice(3).map(Number)
const LOOK_MS = 20

/** Makes a site with so many articles in six languages, and times a mirror into a new folder and into the same again. */
const folder = createTemporaryFolder('bench-mirror')
const dataDir = join(folder, 'data')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0' } })
try {
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fillArticles(sql, originals)
  await sql.end()
  const into = join(folder, 'mirror')
  console.log(`a new folder: ${await run(into)}`)
  console.log(`the same again: ${await run(into)}`)
} finally {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Runs the script without npm in between. */
async function run(target: string): Promise<string> {
  const command = packageJson.scripts.export.split(' ').slice(1)
  const started = performance.now()
  let peak = 0
  const child = spawn(process.execPath, [...command, '--static', target], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  }, LOOK_MS)
  const code = await new Promise((resolve) => child.on('close', resolve)).finally(() => clearInterval(timer))
  if (code !== 0) throw new Error('npm run export failed')
  return `${((performance.now() - started) / 1000).toFixed(1)} s, at most ${peak.toFixed(0)} MB`
}
