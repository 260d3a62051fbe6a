import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Sql } from '#server/platform/database/connection.ts'
import { readSchemaState } from '#server/platform/database/schema.ts'
import { metricsEndpoint } from '#server/platform/metrics/metrics-endpoint.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/job.ts'
import { nameRequest } from '#server/platform/request-id.ts'
import type { PlatformServices } from '#server/platform/services.ts'

const CHECK_TIMEOUT_MS = 5_000
/** A worker takes due jobs within seconds, so after this long none can be running. */
const MAX_QUEUE_WAIT_MINUTES = 5
const RETRY_AFTER_SECONDS = 5

type Readiness = { reason: string } | { warning?: string; held?: string }

/**
 * /healthz: the process is up. /readyz: the database responds and has the schema of this version, and files can be written. Jobs that
 * no worker takes only add a warning, because pages are served all the same. Requests that arrive during a check share its result,
 * so that many of them cost one query.
 */
export function healthChecks({ sql, probeWriting }: Pick<PlatformServices, 'sql' | 'probeWriting'>) {
  let running: Promise<Readiness> | undefined

  async function checkInTime(): Promise<Readiness> {
    const done = new AbortController()
    const timeout = delay(
      CHECK_TIMEOUT_MS,
      { reason: 'database silent' },
      { signal: done.signal, ref: false },
    )
    try {
      return await Promise.race([check(), timeout])
    } finally {
      done.abort()
      await timeout.catch(() => {})
    }
  }

  async function check(): Promise<Readiness> {
    try {
      const { is } = await readSchemaState(sql)
      // A newer process has migrated the database, and this one is about to be replaced.
      if (is !== 'present' && is !== 'newer') return { reason: `the schema of the database is ${is}` }
      const reason = await probeWriting()
      if (reason !== null) return { reason }
      return {
        ...((await hasOverdueJobs(sql)) && {
          warning: `jobs have waited for ${MAX_QUEUE_WAIT_MINUTES} minutes: is there a worker?`,
        }),
        ...((await isHeld(sql)) && { held: HELD_SITE }),
      }
    } catch {
      return { reason: 'database unreachable' }
    }
  }

  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      running ??= checkInTime().finally(() => {
        running = undefined
      })
      const readiness = await running
      return 'reason' in readiness
        ? c.json({ status: 'not ready', ...readiness }, 503)
        : c.json({ status: 'ready', ...readiness })
    })
}

/** The listener of a process that only works on jobs: it serves the health checks, the metrics and nothing else. */
export function createHealthListener(
  deps: Parameters<typeof healthChecks>[0] & Parameters<typeof metricsEndpoint>[0],
): RequestListener {
  const app = new Hono()
    .route('/', healthChecks(deps))
    .route('/', metricsEndpoint(deps))
    .all('*', (c) => c.text('This process works on jobs. Pages are elsewhere.', 404))
  const listen = getRequestListener(app.fetch)
  return (request, response) => {
    nameRequest(response)
    return listen(request, response)
  }
}

async function hasOverdueJobs(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ has_overdue: boolean }]>`
    select exists (
      select from pgboss.job where state < 'active' and not blocked
        and start_after < now() - make_interval(mins => ${MAX_QUEUE_WAIT_MINUTES})) as has_overdue`
  return row.has_overdue
}

/** The handler until everything has started: the process is up, but nothing else is ready. */
export function respondWhileStarting(headers: Record<string, string>): RequestListener {
  const common = new Headers({ ...headers, 'cache-control': 'no-store' })
  return (request, response) => {
    response.setHeaders(common)
    nameRequest(response)
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return send(response, 200, { status: 'ok' })
    response.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
    if (path === '/readyz') return send(response, 503, { status: 'not ready', reason: 'starting' })
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('This site is starting. Please try again in a moment.')
  }
}

function send(response: ServerResponse, status: number, body: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
