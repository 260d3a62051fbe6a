import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { childrenOf, mainThreadTime, postgresTime, processorTime } from '../support/processor-time.ts'
import { median, publishableKey, residentMegabytes, type Site, startSite } from '../support/site.ts'

const FIRST_PORT = 44_040
const PROCESSES = [1, 2]
const CONNECTIONS = 32
const SECONDS = 5
const WARM_UP_SECONDS = 5
const ROUNDS = 5
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

/** Compares a site of one process with one of two, in turns in one run. */
const tried: Tried[] = []
for (const [index, processes] of PROCESSES.entries()) {
  const dataDir = createTemporaryFolder('bench-processes')
  const port = FIRST_PORT + index
  const settings = { PROCESSES: String(processes), WORKER: 'off' }
  const site = await startSite({ dataDir, port, settings })
  const pid = site.child.pid ?? 0
  const pids = [pid, ...(processes > 1 ? await childrenOf(pid) : [])]
  const memory = await Promise.all(pids.map(residentMegabytes))
  const shown = memory.map((megabytes) => megabytes.toFixed(0)).join(', ')
  console.log(
    `${processes} processes: after the start ${shown} MB${processes > 1 ? ', the first of them the supervisor' : ''}`,
  )
  tried.push({ processes, origin: `http://127.0.0.1:${port}`, dataDir, site, pids })
}
const cores = availableParallelism()
const authorization = new Map<Tried, string>()
for (const one of tried) authorization.set(one, `Bearer ${await publishableKey(one.origin)}`)

await compare('cached article, connections that are kept', (one) => ({ url: one.origin + ARTICLE }))
await compare('cached article, a new connection for each request', (one) => ({
  url: one.origin + ARTICLE,
  reconnectRate: 1,
}))
for (const [name, path] of Object.entries({ article: ARTICLE, home: '/', list: '/news' })) {
  await compare(`rendered ${name}, connections that are kept`, (one) => ({
    url: one.origin + path,
    // A request with credentials is never answered from the page cache.
    headers: { authorization: authorization.get(one) ?? '', 'accept-encoding': 'identity' },
  }))
}

for (const { site, dataDir } of tried) {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function compare(name: string, optionsFor: (one: Tried) => autocannon.Options): Promise<void> {
  console.log(name)
  for (const one of tried) {
    await autocannon({ ...optionsFor(one), connections: CONNECTIONS, duration: WARM_UP_SECONDS })
  }
  const rounds = new Map<Tried, Load[]>(tried.map((one) => [one, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of tried) rounds.get(one)?.push(await load(one, optionsFor(one)))
  }
  const capacities = tried.map((one) => {
    const loads = rounds.get(one) ?? []
    const middle = (of: keyof Load) => median(loads.map((load) => load[of]))
    const capacity = median(loads.map(capacityOf))
    console.log(
      `  ${one.processes}: measured ${middle('perSecond').toFixed(0)}/s beside the generator, without it ${capacity.toFixed(0)}/s; ` +
        `processor each: site ${middle('site').toFixed(0)} µs, its busiest thread ${middle('busiestThread').toFixed(0)}, ` +
        `PostgreSQL ${middle('postgres').toFixed(0)}, generator ${middle('generator').toFixed(0)}`,
    )
    return capacity
  })
  const [alone = Number.NaN, both = Number.NaN] = capacities
  console.log(`  two are ${(both / alone).toFixed(2)} × one`)
}

/**
 * Requests per second with the generator on another machine: until the busiest thread has used up its processor, or all of the site and
 * PostgreSQL have used up all processors.
 */
function capacityOf({ site, busiestThread, postgres }: Load): number {
  return 1_000_000 / Math.max(busiestThread, (site + postgres) / cores)
}

async function load(one: Tried, options: autocannon.Options): Promise<Load> {
  const times = async () => ({
    site: await Promise.all(one.pids.map(processorTime)),
    threads: await Promise.all(one.pids.map(mainThreadTime)),
    postgres: await postgresTime(one.dataDir),
    generator: process.cpuUsage(),
  })
  const before = await times()
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: SECONDS })
  const after = await times()
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(`${options.url}: ${result.errors} errors, ${result.non2xx} responses without success`)
  const requests = result.requests.total
  const differences = (now: number[], then: number[]) => now.map((time, index) => time - (then[index] ?? 0))
  const { user, system } = process.cpuUsage(before.generator)
  return {
    perSecond: result.requests.average,
    site: differences(after.site, before.site).reduce((sum, time) => sum + time, 0) / requests,
    busiestThread: Math.max(...differences(after.threads, before.threads)) / requests,
    postgres: (after.postgres - before.postgres) / requests,
    generator: (user + system) / requests,
  }
}
