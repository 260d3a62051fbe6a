import type { IncomingMessage, ServerResponse } from 'node:http'
import { createApp } from '#server/app.ts'
import { listenForPageChanges } from '#server/database/page-changes.ts'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { createFirstContent } from '#server/first-content.ts'
import type { Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import type { Foundation } from '#server/open-foundation.ts'
import { createStopList } from '#server/process/stop-list.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import type { LoadPages } from '#server/ssr/pages.ts'

/** Rendered and compressed pages kept in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

export interface Publication {
  listener(request: IncomingMessage, response: ServerResponse): void | Promise<void>
  /** Where mail goes, in words. */
  mailGoes: string
  stop(): Promise<void>
}

/** Where the pages come from, and the files that go with them. */
export interface Pages {
  loadPages: LoadPages
  /** What browsers may fetch as it is. */
  publicDir: string
  /** Pages come from Vite, untransformed and with live updates. */
  development: boolean
}

/**
 * Starts what answers requests and does the work behind them, over a foundation that outlives it: schema, connections, mail, app,
 * content. Whatever was started is stopped in reverse, by `stop()` and when a later step fails.
 */
export async function startPublication(
  { config, secrets, database }: Foundation,
  log: Log,
  { loadPages, publicDir, development }: Pages,
): Promise<Publication> {
  const say = (line: string) => console.log(line)
  const started = createStopList(log)

  try {
    await prepareDatabase(database.sql)
    const requestPools = await openRequestPools(database.address, database.sql, secrets)
    started.push({ name: 'the connections of requests', stop: () => requestPools.close() })

    const mail = createTransport({ config, sql: database.sql })
    started.push({ name: 'mail', stop: () => mail.close() })

    // While pages are edited none is kept.
    const pageCache = createPageCache({ maxBytes: development ? 0 : PAGE_CACHE_BYTES })
    const changes = await listenForPageChanges(database.address, {
      onChange: pageCache.drop,
      onUnknown: pageCache.dropAll,
    })
    started.push({ name: 'listening for changes', stop: () => changes.stop() })
    const app = createApp({
      sql: database.sql,
      requestPools,
      mail,
      secrets,
      siteUrl: config.siteUrl,
      dataDir: config.dataDir,
      contactEmail: config.contactEmail,
      trustProxy: config.trustProxy,
      log,
      loadPages,
      publicDir,
      pageCache,
      development,
    })

    const sayPassword = (password: string) =>
      say(`Administrator: ${config.admin.email}  password: ${password}   (shown only this once)`)
    const first = await createFirstContent({ sql: database.sql, service: app.service, sayPassword }, config)
    if (first.demoArticles > 0) {
      say(
        `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
      )
    }
    return { listener: app.listener, mailGoes: mail.description, stop: () => started.stopAll() }
  } catch (error) {
    await started.stopAll()
    throw error
  }
}
