import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { countFaults } from '#server/platform/faults/faults.ts'

/**
 * The metrics of this process, in the text format of Prometheus. One registry for each process, as the client library has it by default:
 * the parts that measure have nothing else in common.
 */
export const processMetrics = new Registry()
const registers = [processMetrics]

let isMeasured = false

/**
 * Counts requests and pages from now on, and measures memory, processor time, garbage collection and event-loop lag. Errors of each kind of
 * address and pages are 0 before the first, so that it is an increase.
 */
export function measureProcess(routes: readonly string[]): void {
  if (isMeasured) return
  isMeasured = true
  for (const route of routes) requestSeconds.zero({ route, method: 'GET', status: '5xx' })
  for (const route of routes) requestSeconds.zero({ route, method: 'POST', status: '5xx' })
  for (const page of Object.values(pagesBy)) page.inc(0)
  collectDefaultMetrics({ register: processMetrics })
  // Gauges with the suffix of a counter, which promtool refuses; those without it have the same figures by type.
  for (const name of ['handles', 'requests', 'resources'])
    processMetrics.removeSingleMetric(`nodejs_active_${name}_total`)
}

const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WORK_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800]

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until a response was sent, by kind of address, method and class of status',
  labelNames: ['route', 'method', 'status'],
  buckets: REQUEST_SECONDS,
  registers,
})

/** Counts a request that took so long from the arrival of its headers until its response was sent or its client had gone. */
export function countRequest(
  labels: { route: string; method: string; status: string },
  seconds: number,
): void {
  if (isMeasured) requestSeconds.observe(labels, seconds)
}

export const webSockets = new Gauge({
  name: 'websocket_connections',
  help: 'Open connections for live updates',
  registers,
})

const pageCacheRequests = new Counter({
  name: 'page_cache_requests_total',
  help: 'Pages by where they came from: the cache (hit), a rendering for the cache (miss), or one for this request alone (none)',
  labelNames: ['result'],
  registers,
})

/** The counters have their labels beforehand, because a page from the cache takes only some 20 µs. */
const pagesBy = {
  hit: pageCacheRequests.labels('hit'),
  miss: pageCacheRequests.labels('miss'),
  none: pageCacheRequests.labels('none'),
}

/** Counts a page by where it came from. */
export function countPage(result: keyof typeof pagesBy): void {
  if (isMeasured) pagesBy[result].inc()
}

export const jobSeconds = new Histogram({
  name: 'queue_job_duration_seconds',
  help: 'Time that a job took, by its name and how it ended',
  labelNames: ['job', 'outcome'],
  buckets: WORK_SECONDS,
  registers,
})

export const pictureSeconds = new Histogram({
  name: 'picture_duration_seconds',
  help: 'Time from asking for an operation on a picture to its result, by kind',
  labelNames: ['kind'],
  buckets: WORK_SECONDS,
  registers,
})

export const limitRefusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Requests that a rate limit refused, by limit',
  labelNames: ['limit'],
  registers,
})

new Gauge({
  name: 'faults',
  help: 'How many processes cannot use something that the site needs, by kind',
  labelNames: ['kind'],
  registers,
  collect() {
    for (const { kind, lasts } of countFaults()) this.set({ kind }, Number(lasts))
  },
})

new Counter({
  name: 'faults_total',
  help: 'How often something that the site needs could not be used, by kind',
  labelNames: ['kind'],
  registers,
  collect() {
    this.reset()
    for (const { kind, met } of countFaults()) this.inc({ kind }, met)
  },
})

const poolWaitSeconds = new Histogram({
  name: 'database_pool_wait_seconds',
  help: 'Time that a statement waited for a connection, by pool',
  labelNames: ['pool'],
  buckets: REQUEST_SECONDS,
  registers,
})

const pools = new Map<Pool, string>()

new Gauge({
  name: 'database_pool_connections',
  help: 'Connections of a pool that are open and that are idle, and statements that wait for one',
  labelNames: ['pool', 'state'],
  registers,
  collect() {
    this.reset()
    for (const [pool, name] of pools) {
      this.inc({ pool: name, state: 'open' }, pool.totalCount)
      this.inc({ pool: name, state: 'idle' }, pool.idleCount)
      this.inc({ pool: name, state: 'waiting' }, pool.waitingCount)
    }
  },
})

/** Counts the connections of a pool; returns what ends that. */
export function watchPool(pool: Pool, name: string): () => void {
  pools.set(pool, name)
  return () => pools.delete(pool)
}

/** Waits for a connection of a pool, and measures how long. */
export async function measureWait<T>(pool: Pool, connect: () => Promise<T>): Promise<T> {
  const end = poolWaitSeconds.startTimer({ pool: pools.get(pool) ?? 'other' })
  try {
    return await connect()
  } finally {
    end()
  }
}
