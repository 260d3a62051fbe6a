import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Sql } from '#server/platform/database/connection.ts'
import { createDatabaseMetrics } from '#server/platform/metrics/database-metrics.ts'
import { processMetrics } from '#server/platform/metrics/process-metrics.ts'

/**
 * `GET /metrics` in the text format of Prometheus, for whoever sends the token as a bearer token. Without a token there is no such
 * address.
 */
export function metricsEndpoint({ sql, metricsToken }: { sql: Sql; metricsToken: string | undefined }): Hono {
  const app = new Hono()
  if (metricsToken === undefined) return app
  const expected = digest(`Bearer ${metricsToken}`)
  const databaseMetrics = createDatabaseMetrics(sql)
  return app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.text('Send METRICS_TOKEN as a bearer token.', 401, { 'www-authenticate': 'Bearer' })
    }
    const texts = await Promise.all([processMetrics.metrics(), databaseMetrics.metrics()])
    return c.body(texts.join('\n'), 200, {
      'content-type': processMetrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
