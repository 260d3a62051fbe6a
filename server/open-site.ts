import type { RequestListener } from 'node:http'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/open-database.ts'
import { listenForPageChanges } from '#server/database/page-changes.ts'
import { createFirstContent } from '#server/first-content.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import type { Log } from '#server/log.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import type { Secrets } from '#server/secrets.ts'
import { createDevelopmentServer } from '#server/ssr/development-server.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import { loadProductionBuild } from '#server/ssr/production-build.ts'

/** Rendered and compressed pages kept in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

/** Everything that people reach, with its first content. What it started is handed to `onStop`, in order. */
export async function openSite(options: {
  config: Config
  database: Database
  secrets: Secrets
  queue: JobQueue
  log: Log
  say: (line: string) => void
  isDevelopment: boolean
  onStop: (name: string, stop: () => Promise<void>) => void
}): Promise<RequestListener> {
  const { config, database, secrets, queue, log, say, isDevelopment, onStop } = options
  const requestPools = await openRequestPools(database.address, database.sql, secrets)
  onStop('the connections of requests', () => requestPools.close())
  const limits = openLimits(database.address)
  onStop('limits', () => limits.close())

  const development = isDevelopment ? await createDevelopmentServer() : null
  if (development) onStop('the development server', () => development.close())
  // While pages are edited none is kept.
  const pageCache = createPageCache({ maxBytes: development ? 0 : PAGE_CACHE_BYTES })
  const changes = await listenForPageChanges(database.address, {
    onChange: pageCache.drop,
    onUnknown: pageCache.dropAll,
  })
  onStop('listening for changes', () => changes.stop())
  const app = createApp({
    sql: database.sql,
    requestPools,
    limits,
    queue,
    secrets,
    siteUrl: config.siteUrl,
    dataDir: config.dataDir,
    contactEmail: config.contactEmail,
    trustProxy: config.trustProxy,
    log,
    loadBuild: development?.loadBuild ?? loadProductionBuild,
    pageCache,
    development: development !== null,
  })

  const sayPassword = (password: string) =>
    say(`Administrator: ${config.admin.email}  password: ${password}   (shown only this once)`)
  const first = await createFirstContent({ sql: database.sql, service: app.service, sayPassword }, config)
  if (first.demoArticles > 0) {
    say(
      `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
    )
  }

  return (request, response) => {
    const answer = () => app.listener(request, response)
    if (!development) return answer()
    return new Promise((resolve) => development.middlewares(request, response, () => resolve(answer())))
  }
}
