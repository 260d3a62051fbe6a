import { type App, createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/open-database.ts'
import { createFirstContent } from '#server/first-content.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import type { Log } from '#server/log.ts'
import type { StopList } from '#server/process/stop-list.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import type { Secrets } from '#server/secrets.ts'
import { followChanges } from '#server/settings/follow-changes.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import type { Pages } from '#server/start-publication.ts'

/** Rendered and compressed pages kept in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

/** Everything that people reach, with its first content. What it starts goes to the end of `started`, in order. */
export async function openSite(options: {
  config: Config
  database: Database
  secrets: Secrets
  queue: JobQueue
  settings: LiveSettings
  log: Log
  pages: Pages
  started: StopList
}): Promise<App['listener']> {
  const { config, database, secrets, queue, settings, log, pages, started } = options
  const requestPools = await openRequestPools(database.address, database.sql, secrets)
  started.push({ name: 'the connections of requests', stop: () => requestPools.close() })
  const limits = openLimits(database.address)
  started.push({ name: 'limits', stop: () => limits.close() })

  // While pages are edited none is kept.
  const pageCache = createPageCache({ maxBytes: pages.development ? 0 : PAGE_CACHE_BYTES })
  const changes = await followChanges(database.address, settings, pageCache)
  started.push({ name: 'listening for changes', stop: () => changes.stop() })
  const app = createApp({
    sql: database.sql,
    requestPools,
    limits,
    queue,
    secrets,
    siteUrl: config.siteUrl,
    dataDir: config.dataDir,
    settings,
    trustProxy: config.trustProxy,
    log,
    ...pages,
    pageCache,
  })

  const say = (line: string) => console.log(line)
  const sayPassword = (password: string) =>
    say(`Administrator: ${config.admin.email}  password: ${password}   (shown only this once)`)
  const first = await createFirstContent({ sql: database.sql, service: app.service, sayPassword }, config)
  if (first.demoArticles > 0) {
    say(
      `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
    )
  }
  return app.listener
}
