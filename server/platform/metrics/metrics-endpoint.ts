import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { freeBytesNear } from '#server/platform/disk/free-bytes.ts'
import { createDatabaseMetrics } from '#server/platform/metrics/database-metrics.ts'
import { ROUTES } from '#server/platform/metrics/observe-request.ts'
import { measureProcess, processMetrics } from '#server/platform/metrics/process-metrics.ts'
import type { PlatformServices } from '#server/platform/services.ts'

/** The metrics of a process, as they are sent to another one. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[]

/**
 * `GET /metrics` in the text format of Prometheus, for requests with the token as a bearer token. Without a token there is no such address,
 * and nothing is measured for it. Where several processes are one site, each answers for all of them.
 */
export function metricsEndpoint({
  sql,
  disks,
  metricsToken,
  measureOthers,
}: Pick<PlatformServices, 'sql' | 'disks' | 'metricsToken' | 'measureOthers'>): Hono {
  const app = new Hono()
  if (metricsToken === undefined) return app
  measureProcess(ROUTES)
  const expected = digest(`Bearer ${metricsToken}`)
  const siteMetrics = Registry.merge([createDatabaseMetrics(sql), createDiskMetrics(disks)])
  return app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.text('Send METRICS_TOKEN as a bearer token.', 401, { 'www-authenticate': 'Bearer' })
    }
    const figures = measureOthers
      ? [sumUp(siteMetrics, await measureOthers())]
      : [processMetrics.metrics(), siteMetrics.metrics()]
    return c.body((await Promise.all(figures)).join('\n'), 200, {
      'content-type': processMetrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** The free bytes of a site's disks, by what is stored there. */
function createDiskMetrics(disks: Record<string, string>): Registry {
  const registry = new Registry()
  new Gauge({
    name: 'disk_free_bytes',
    help: 'What this user can still use of the disk where something is kept: data, files, backups',
    labelNames: ['place'],
    aggregator: 'first',
    registers: [registry],
    async collect() {
      this.reset()
      for (const [place, folder] of Object.entries(disks)) this.set({ place }, await freeBytesNear(folder))
    },
  })
  return registry
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function sumUp(ofSite: Registry, ofOthers: Measured[]): Promise<string> {
  const own = await Promise.all([processMetrics.getMetricsAsJSON(), ofSite.getMetricsAsJSON()])
  return AggregatorRegistry.aggregate([...own, ...ofOthers]).metrics()
}
