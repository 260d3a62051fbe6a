import { Hono } from 'hono'
import type { Sql } from '#server/database/connection.ts'
import { countPendingMigrations, listMigrations } from '#server/database/migrations.ts'

/** /healthz: the process is up. /readyz: the database answers and has every migration. */
export function healthChecks(sql: Sql) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      try {
        const pending = await countPendingMigrations(sql, await listMigrations())
        if (pending === 0) return c.json({ status: 'ready' })
        return c.json({ status: 'not ready', reason: `${pending} migrations pending` }, 503)
      } catch {
        return c.json({ status: 'not ready', reason: 'database unreachable' }, 503)
      }
    })
}
