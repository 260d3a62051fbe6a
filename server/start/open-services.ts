import { join } from 'node:path'
import { openLanguageModel } from '#server/ai/language-model.ts'
import { createCallerCheck } from '#server/auth/bearer-token.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/open-database.ts'
import { createWriteProbe } from '#server/http/write-probe.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import { createLinkChecker } from '#server/links/link-checker.ts'
import { createOwnPages } from '#server/links/own-pages.ts'
import type { Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import { createClickLinks } from '#server/newsletter/clicks/click-links.ts'
import { createSubscriberLinks } from '#server/newsletter/subscriptions/subscriber-links.ts'
import { createPageCache } from '#server/pages/page-cache/page-cache.ts'
import type { StopList } from '#server/process/stop-list.ts'
import { openRealtime } from '#server/realtime/index.ts'
import { readCatalog } from '#server/rest/catalog/catalog.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Services, SiteServices } from '#server/services.ts'
import { followChanges } from '#server/settings/follow-changes.ts'
import { openSettings } from '#server/settings/live-settings.ts'
import { openStorage } from '#server/storage/open-storage.ts'

/** Rendered and compressed pages in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

type OpenDatabase = Pick<Database, 'address' | 'sql'>

/** Makes the services of every process. Those that have to be stopped are pushed to `started`. */
export async function openServices(options: {
  config: Pick<
    Config,
    'siteUrl' | 'dataDir' | 'storageDir' | 'contactEmail' | 'newsletterZone' | 'mail' | 's3' | 'ai'
  >
  secrets: Pick<Secrets, 'jwtSecret'>
  database: OpenDatabase
  queue: JobQueue
  log: Log
  started: StopList
}): Promise<Services> {
  const { config, secrets, database, queue, log, started } = options
  const { address, sql } = database
  const environment = { contact_address: config.contactEmail, newsletter_zone: config.newsletterZone }
  const settings = await openSettings({ sql, environment, log })
  started.push({ name: 'settings', stop: async () => settings.stop() })
  const storage = await openStorage({ folder: config.storageDir, s3: config.s3, address })
  started.push({ name: 'the storage of files', stop: () => storage.close() })
  const mail = createTransport({ config, sql })
  started.push({ name: 'mail', stop: () => mail.close() })
  return {
    log,
    siteUrl: config.siteUrl,
    dataDir: config.dataDir,
    sql,
    queue,
    mail,
    settings,
    ai: openLanguageModel({ sql, environment: config.ai, jwtSecret: secrets.jwtSecret, log }),
    subscriberLinks: createSubscriberLinks(secrets.jwtSecret),
    clickLinks: createClickLinks(secrets.jwtSecret),
    links: createLinkChecker({ siteUrl: config.siteUrl }),
    ownPages: createOwnPages(),
    storage,
    probeWriting: createWriteProbe(join(config.dataDir, '.write-probe')),
  }
}

/** Makes the additional services for handling requests. Those that have to be stopped are pushed to `started`. */
export async function openSiteServices(
  services: Services,
  options: {
    config: Pick<Config, 'trustProxy' | 'resendWebhookSecret'>
    database: OpenDatabase
    secrets: Secrets
    cachesPages: boolean
    started: StopList
  },
): Promise<SiteServices> {
  const { config, database, secrets, cachesPages, started } = options
  const { address, sql } = database
  const requestPools = await openRequestPools(address, sql, secrets)
  started.push({ name: 'the connections of requests', stop: () => requestPools.close() })
  const limits = openLimits(address)
  started.push({ name: 'limits', stop: () => limits.close() })
  const pageCache = createPageCache({ maxBytes: cachesPages ? PAGE_CACHE_BYTES : 0 })
  const changes = await followChanges(address, services.settings, pageCache)
  started.push({ name: 'listening for changes', stop: () => changes.stop() })
  const site = {
    ...services,
    trustProxy: config.trustProxy,
    resendWebhookSecret: config.resendWebhookSecret,
    secrets,
    identify: createCallerCheck(secrets),
    limits,
    requestPools,
    catalog: await readCatalog(sql),
    pageCache,
  }
  const realtime = await openRealtime({ ...site, address })
  started.push({ name: 'realtime', stop: () => realtime.stop() })
  return { ...site, realtime }
}
