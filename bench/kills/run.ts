import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { childrenOf } from '../support/processor-time.ts'
import { median, startSite } from '../support/site.ts'

const PORT = 43_205
/** `npm run bench -- kills 2 30`: with PROCESSES=2, thirty kills. */
const PROCESSES = process.argv[3] ?? '1'
const KILLS = Number(process.argv[4] ?? 100)
/** Each tenth kill hits one of several processes; more would only measure the pauses before they are started again. */
const SITE_KILL = 10
const WRITERS = 3
const READERS = 5
/** The time after which the run no longer waits for the database. */
const LONGEST_OUTAGE_MS = 60_000

/**
 * Kills PostgreSQL again and again while articles are written and read: its first process in one half of the kills, a process that serves a
 * connection in the other half. If the site has several processes, each tenth kill is of one of those.
 */
const dataDir = createTemporaryFolder('bench-kills')
const site = await startSite({ dataDir, port: PORT, settings: { PROCESSES } })
const origin = `http://127.0.0.1:${PORT}`
const { secretKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
  secretKey: string
}
const cluster = await readFile(join(dataDir, 'postgres.location'), 'utf8').then(
  (text) => text.trim(),
  () => join(dataDir, 'postgres'),
)
const headers = { apikey: secretKey, 'content-type': 'application/json' }

const acknowledged = new Set<string>()
const counts = { written: 0, notWritten: 0, read: 0, notRead: 0, pages: 0, noPage: 0 }
let isOver = false
const work = [
  ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
  ...Array.from({ length: READERS }, read),
  readPages(),
]

const outages: number[] = []
for (let kill = 0; kill < KILLS && site.child.exitCode === null; kill++) {
  const writtenBefore = counts.written
  const pid = await victim(kill)
  if (pid !== null) process.kill(pid, 'SIGKILL')
  outages.push(await untilReady())
  // The next kill should happen during writes again.
  while (counts.written === writtenBefore && site.child.exitCode === null) await tick()
}
isOver = true
await Promise.all(work)

const lost = await countLost()
console.log(`${outages.length} kills; Node ${site.child.exitCode === null ? 'is running' : 'HAS ENDED'}`)
console.log(`${acknowledged.size} writes acknowledged, ${lost} of them lost; ${counts.notWritten} failed`)
console.log(
  `${counts.read} reads succeeded, ${counts.notRead} failed; ${counts.pages} pages succeeded, ${counts.noPage} failed`,
)
console.log(
  `/readyz 200 again after ${median(outages).toFixed(0)} ms (median), ${Math.max(...outages).toFixed(0)} ms (longest)`,
)
await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function write(writer: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const slug = `written-${writer}-${n}`
    const row = { slug, title: slug, excerpt: 'E', content: 'C', category: 'tech', published: true }
    const body = JSON.stringify(row)
    const status = await ask('/rest/v1/articles', { method: 'POST', headers, body })
    if (status === 201) acknowledged.add(slug)
    counts[status === 201 ? 'written' : 'notWritten'] += 1
    if (status !== 201) await tick()
  }
}

async function read(): Promise<void> {
  while (!isOver) {
    const status = await ask('/rest/v1/articles?select=id,slug&limit=5', { headers })
    counts[status === 200 ? 'read' : 'notRead'] += 1
    if (status !== 200) await tick()
  }
}

async function readPages(): Promise<void> {
  while (!isOver) {
    const status = await ask('/about', {})
    counts[status === 200 ? 'pages' : 'noPage'] += 1
  }
}

/** The status of the response, or 0 when there was none. */
async function ask(path: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(LONGEST_OUTAGE_MS) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

async function untilReady(): Promise<number> {
  const started = performance.now()
  let successes = 0
  // Two successes in a row, because the first may come before the site has noticed the kill.
  while (successes < 2 && performance.now() - started < LONGEST_OUTAGE_MS) {
    await tick()
    successes = (await ask('/readyz', {})) === 200 ? successes + 1 : 0
  }
  return performance.now() - started
}

async function victim(kill: number): Promise<number | null> {
  if (PROCESSES !== '1' && kill % SITE_KILL === SITE_KILL - 1) return someProcess()
  return kill % 2 === 0 ? postmaster() : someBackend()
}

/** A process of the site, but not its supervisor. */
async function someProcess(): Promise<number | null> {
  const processes: number[] = []
  for (const pid of await childrenOf(site.child.pid ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('--process')) processes.push(pid)
  }
  return processes[Math.floor(Math.random() * processes.length)] ?? null
}

async function postmaster(): Promise<number | null> {
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10)
  return pid > 0 ? pid : null
}

/** The pid of a child of the postmaster that serves a connection (Linux). */
async function someBackend(): Promise<number | null> {
  const parent = await postmaster()
  const backends: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    const ppid = Number(stat?.split(') ')[1]?.split(' ')[1])
    if (ppid === parent && command?.includes('postgres: ') && command.includes('[local]'))
      backends.push(Number(name))
  }
  return backends[Math.floor(Math.random() * backends.length)] ?? null
}

async function countLost(): Promise<number> {
  const found = new Set<string>()
  for (let offset = 0; ; offset += 1000) {
    const url = `${origin}/rest/v1/articles?select=slug&slug=like.written-*&order=id&limit=1000&offset=${offset}`
    const rows = (await (await fetch(url, { headers })).json()) as { slug: string }[]
    for (const { slug } of rows) found.add(slug)
    if (rows.length < 1000) break
  }
  return [...acknowledged].filter((slug) => !found.has(slug)).length
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
