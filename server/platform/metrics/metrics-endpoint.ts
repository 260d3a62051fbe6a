import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import type { Sql } from '#server/platform/database/connection.ts'
import { createDatabaseMetrics } from '#server/platform/metrics/database-metrics.ts'
import { measureProcess, processMetrics } from '#server/platform/metrics/process-metrics.ts'

/** What a process counts and measures, as it is sent to another one. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[]

/**
 * `GET /metrics` in the text format of Prometheus, for whoever sends the token as a bearer token. Without a token there is no such
 * address, and nothing is measured for it. Where several processes are one site, each answers for all of them.
 */
export function metricsEndpoint({
  sql,
  metricsToken,
  measureOthers,
}: {
  sql: Sql
  metricsToken: string | undefined
  measureOthers?: (() => Promise<Measured[]>) | undefined
}): Hono {
  const app = new Hono()
  if (metricsToken === undefined) return app
  measureProcess()
  const expected = digest(`Bearer ${metricsToken}`)
  const databaseMetrics = createDatabaseMetrics(sql)
  return app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.text('Send METRICS_TOKEN as a bearer token.', 401, { 'www-authenticate': 'Bearer' })
    }
    const figures = measureOthers
      ? [sumUp(databaseMetrics, await measureOthers())]
      : [processMetrics.metrics(), databaseMetrics.metrics()]
    return c.body((await Promise.all(figures)).join('\n'), 200, {
      'content-type': processMetrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function sumUp(ofDatabase: Registry, ofOthers: Measured[]): Promise<string> {
  const own = await Promise.all([processMetrics.getMetricsAsJSON(), ofDatabase.getMetricsAsJSON()])
  return AggregatorRegistry.aggregate([...own, ...ofOthers]).metrics()
}
