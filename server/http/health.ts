import { Hono } from 'hono'
import type { Sql } from '#server/database/connection.ts'
import { countPendingMigrations, listMigrations } from '#server/database/migrations.ts'
import type { WriteProbe } from '#server/http/write-probe.ts'

/** /healthz: the process is up. /readyz: the database answers and has every migration, and files can be written. */
export function healthChecks({ sql, probeWriting }: { sql: Sql; probeWriting: WriteProbe }) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      try {
        const pending = await countPendingMigrations(sql, await listMigrations())
        const reason = pending > 0 ? `${pending} migrations pending` : await probeWriting()
        return reason === null ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reason }, 503)
      } catch {
        return c.json({ status: 'not ready', reason: 'database unreachable' }, 503)
      }
    })
}
