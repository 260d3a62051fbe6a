import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Sql } from '#server/database/connection.ts'
import { countPendingMigrations, listMigrations } from '#server/database/migrations.ts'
import type { Services } from '#server/services.ts'

const LONGEST_LOOK_MS = 5_000
/** A worker takes what is due within seconds. */
const LONGEST_WAIT_MINUTES = 5

type Readiness = { reason: string } | { warning?: string }

/**
 * /healthz: the process is up. /readyz: the database answers and has every migration, and files can be written; jobs that
 * nobody takes are only mentioned, since pages are served all the same. Whoever asks while that is being found out gets the
 * same answer, so that a crowd costs one query.
 */
export function healthChecks({ sql, probeWriting }: Pick<Services, 'sql' | 'probeWriting'>) {
  let underWay: Promise<Readiness> | undefined

  async function findReadiness(): Promise<Readiness> {
    const late = new AbortController()
    const silence = delay(LONGEST_LOOK_MS, { reason: 'database silent' }, { signal: late.signal, ref: false })
    try {
      return await Promise.race([look(), silence])
    } finally {
      late.abort()
      await silence.catch(() => {})
    }
  }

  async function look(): Promise<Readiness> {
    try {
      const pending = await countPendingMigrations(sql, await listMigrations())
      if (pending > 0) return { reason: `${pending} migrations pending` }
      const reason = await probeWriting()
      if (reason !== null) return { reason }
      return (await isQueueLeft(sql))
        ? { warning: `jobs have waited for ${LONGEST_WAIT_MINUTES} minutes: is there a worker?` }
        : {}
    } catch {
      return { reason: 'database unreachable' }
    }
  }

  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      underWay ??= findReadiness().finally(() => {
        underWay = undefined
      })
      const readiness = await underWay
      return 'reason' in readiness
        ? c.json({ status: 'not ready', ...readiness }, 503)
        : c.json({ status: 'ready', ...readiness })
    })
}

/** The listener of a process that works on jobs and serves nothing else. */
export function answerHealthOnly(deps: Parameters<typeof healthChecks>[0]): RequestListener {
  const app = healthChecks(deps).all('*', (c) =>
    c.text('This process works on jobs. Pages are elsewhere.', 404),
  )
  return getRequestListener(app.fetch)
}

async function isQueueLeft(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ is_left: boolean }]>`
    select exists (
      select from pgboss.job where state < 'active' and not blocked
        and start_after < now() - make_interval(mins => ${LONGEST_WAIT_MINUTES})) as is_left`
  return row.is_left
}
