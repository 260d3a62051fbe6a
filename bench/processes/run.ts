import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { loadOnKeptConnections } from '../support/load-on-kept-connections.ts'
import {
  childrenOf,
  mainThreadTime,
  postgresProcesses,
  postgresTime,
  processorTime,
} from '../support/processor-time.ts'
import { median, memoryOf, publishableKey, type Site, startSite } from '../support/site.ts'
import { loadOnNewConnections } from './load-on-new-connections.ts'

const FIRST_PORT = 44_040
const PROCESSES = [1, 2]
const CONNECTIONS = 32
const SECONDS = 5
const WARM_UP_SECONDS = 5
/** An odd number; `npm run bench -- processes 1` is a short run. */
const ROUNDS = Number(process.argv[3] ?? 5)
/** After a start V8 returns the memory that the start took. */
const SETTLE_MS = 20_000
const ARTICLE = '/article/why-small-models-keep-getting-better'

interface Tried {
  processes: number
  origin: string
  dataDir: string
  site: Site
  /** What serves: one process, or those of a supervisor; the supervisor is counted too. */
  pids: number[]
}

interface Load {
  perSecond: number
  /** Microseconds of processor time per request. */
  site: number
  busiestThread: number
  postgres: number
  generator: number
}

interface Totals {
  requests: number
  failures: number
}

/** Compares a site of one process with one of two, in turns in one run. */
const tried: Tried[] = []
for (const [index, processes] of PROCESSES.entries()) {
  const dataDir = createTemporaryFolder('bench-processes')
  const port = FIRST_PORT + index
  const settings = { PROCESSES: String(processes), WORKER: 'off' }
  const site = await startSite({ dataDir, port, settings })
  const pid = site.child.pid ?? 0
  const pids = [pid, ...(processes > 1 ? await childrenOf(pid) : [])]
  const one = { processes, origin: `http://127.0.0.1:${port}`, dataDir, site, pids }
  tried.push(one)
  await showMemory(one, 'after the first page')
}
await delay(SETTLE_MS)
for (const one of tried) await showMemory(one, `${SETTLE_MS / 1000} seconds later`)

const cores = availableParallelism()
const authorization = new Map<Tried, string>()
for (const one of tried) authorization.set(one, `Bearer ${await publishableKey(one.origin)}`)

// What readers get: their browsers accept Brotli.
const cached = { 'accept-encoding': 'br' }
await compare('cached article, connections that are kept', (one, seconds) =>
  loadOnKeptConnections(one.origin + ARTICLE, { headers: cached, connections: CONNECTIONS, seconds }),
)
await compare('cached article, a new connection for each request', (one, seconds) =>
  loadOnNewConnections(one.origin + ARTICLE, { headers: cached, connections: CONNECTIONS, seconds }),
)
for (const [name, path] of Object.entries({ article: ARTICLE, home: '/', list: '/news' })) {
  // A request with credentials is never answered from the page cache.
  await compare(`rendered ${name}, connections that are kept`, (one, seconds) =>
    loadOnKeptConnections(one.origin + path, {
      headers: { authorization: authorization.get(one) ?? '', 'accept-encoding': 'identity' },
      connections: CONNECTIONS,
      seconds,
    }),
  )
}
for (const one of tried) await showMemory(one, 'after this load')

for (const { site, dataDir } of tried) {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function showMemory({ processes, pids, dataDir }: Tried, when: string): Promise<void> {
  const memory = await Promise.all(pids.map(memoryOf))
  const postgres = await Promise.all((await postgresProcesses(dataDir)).map(memoryOf))
  const share = postgres.reduce((sum, one) => sum + one.share, 0)
  const shown = memory.map((one) => `${one.resident.toFixed(0)} (${one.share.toFixed(0)})`).join(', ')
  const first = processes > 1 ? ', the first of them the supervisor' : ''
  console.log(
    `${processes} processes, ${when}: ${shown} MB resident (its share, PSS)${first}; ` +
      `PostgreSQL's share ${share.toFixed(0)} MB`,
  )
}

type Run = (one: Tried, seconds: number) => Promise<Totals>

async function compare(name: string, run: Run): Promise<void> {
  console.log(name)
  for (const one of tried) await run(one, WARM_UP_SECONDS)
  const rounds = new Map<Tried, Load[]>(tried.map((one) => [one, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of tried) rounds.get(one)?.push(await load(one, run))
  }
  const capacities = tried.map((one) => {
    const loads = rounds.get(one) ?? []
    const middle = (of: keyof Load) => median(loads.map((load) => load[of]))
    const ofThreads = median(loads.map(({ busiestThread }) => 1_000_000 / busiestThread))
    const ofMachine = median(loads.map(capacityHere))
    console.log(
      `  ${one.processes}: measured ${middle('perSecond').toFixed(0)}/s beside the generator; its busiest thread allows ` +
        `${ofThreads.toFixed(0)}/s, these ${cores} processors ${ofMachine.toFixed(0)}/s; processor each: ` +
        `site ${middle('site').toFixed(0)} µs, its busiest thread ${middle('busiestThread').toFixed(0)}, ` +
        `PostgreSQL ${middle('postgres').toFixed(0)}, generator ${middle('generator').toFixed(0)}`,
    )
    return { ofThreads, ofMachine }
  })
  const [alone, both] = capacities
  const times = (of: 'ofThreads' | 'ofMachine') => ((both?.[of] ?? 0) / (alone?.[of] ?? 0)).toFixed(2)
  console.log(
    `  two are ${times('ofThreads')} × one by the busiest thread, ${times('ofMachine')} × on ${cores} processors`,
  )
}

/**
 * Requests per second of this machine with the generator on another one: until the busiest thread has used up a processor, or all of the
 * site and PostgreSQL have used up all processors.
 */
function capacityHere({ site, busiestThread, postgres }: Load): number {
  return 1_000_000 / Math.max(busiestThread, (site + postgres) / cores)
}

async function load(one: Tried, run: Run): Promise<Load> {
  const times = async () => ({
    site: await Promise.all(one.pids.map(processorTime)),
    threads: await Promise.all(one.pids.map(mainThreadTime)),
    postgres: await postgresTime(one.dataDir),
    generator: process.cpuUsage(),
  })
  const before = await times()
  const { requests, failures } = await run(one, SECONDS)
  const after = await times()
  if (failures > 0 || requests === 0) throw new Error(`${failures} of ${requests} requests have failed`)
  const differences = (now: number[], then: number[]) => now.map((time, index) => time - (then[index] ?? 0))
  const { user, system } = process.cpuUsage(before.generator)
  return {
    perSecond: requests / SECONDS,
    site: differences(after.site, before.site).reduce((sum, time) => sum + time, 0) / requests,
    busiestThread: Math.max(...differences(after.threads, before.threads)) / requests,
    postgres: (after.postgres - before.postgres) / requests,
    generator: (user + system) / requests,
  }
}
