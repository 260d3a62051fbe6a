import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Sql } from '#server/database/connection.ts'
import { countPendingMigrations, listMigrations } from '#server/database/migrations.ts'
import type { WriteProbe } from '#server/http/write-probe.ts'

const LONGEST_LOOK_MS = 5_000

/**
 * /healthz: the process is up. /readyz: the database answers and has every migration, and files can be written. Whoever
 * asks while that is being found out gets the same answer, so that a crowd costs one query.
 */
export function healthChecks({ sql, probeWriting }: { sql: Sql; probeWriting: WriteProbe }) {
  let underWay: Promise<string | null> | undefined

  async function whyNotReady(): Promise<string | null> {
    const late = new AbortController()
    const silence = delay(LONGEST_LOOK_MS, 'database silent', { signal: late.signal, ref: false })
    try {
      return await Promise.race([look(), silence])
    } finally {
      late.abort()
      await silence.catch(() => {})
    }
  }

  async function look(): Promise<string | null> {
    try {
      const pending = await countPendingMigrations(sql, await listMigrations())
      return pending > 0 ? `${pending} migrations pending` : await probeWriting()
    } catch {
      return 'database unreachable'
    }
  }

  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      underWay ??= whyNotReady().finally(() => {
        underWay = undefined
      })
      const reason = await underWay
      return reason === null ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reason }, 503)
    })
}
