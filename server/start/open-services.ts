import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openBackups } from '#server/features/backup/open-backups.ts'
import type { FeatureSettings } from '#server/features/feature.ts'
import { createImportWorker } from '#server/features/import/process/import-worker.ts'
import { createClickLinks } from '#server/features/newsletter/clicks.ts'
import { recordConsentTexts } from '#server/features/newsletter/subscriptions/record-consent-texts.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import { createPageViewCounter } from '#server/features/page-views/page-view-counter.ts'
import { startCounting } from '#server/features/page-views/start-counting.ts'
import { createPageCache, type PageCache } from '#server/features/pages/page-cache/page-cache.ts'
import { followEvictions } from '#server/features/pages/purge-cdn.ts'
import type { Services, SiteServices } from '#server/features/services.ts'
import { openFeatures } from '#server/features.ts'
import { openLanguageModel } from '#server/platform/ai/language-model.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { poolSizesFor } from '#server/platform/database/pool-sizes.ts'
import { createWriteProbe } from '#server/platform/http/write-probe.ts'
import { firstSource, publicImages } from '#server/platform/images/image-source.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createAddressHash, openLimits } from '#server/platform/limits/open-limits.ts'
import { createLinkChecker } from '#server/platform/links/link-checker.ts'
import { createOwnPages } from '#server/platform/links/own-pages.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { createDocumentClient } from '#server/platform/links/request-document.ts'
import type { Log } from '#server/platform/log.ts'
import { openMail } from '#server/platform/mail/live-mail.ts'
import type { StopList } from '#server/platform/process/shutdown.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { listenForChanges, openSettings } from '#server/platform/settings/live-settings.ts'
import { createTokenCheck } from '#server/supabase/auth/access-token.ts'
import { createCallerCheck } from '#server/supabase/auth/bearer-token.ts'
import { createWorkQueue, PASSWORD_WORK } from '#server/supabase/auth/passwords/work-queue.ts'
import { createSignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { openRealtime } from '#server/supabase/realtime/index.ts'
import { readCatalog } from '#server/supabase/rest/catalog/catalog.ts'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import type { SupabaseServices } from '#server/supabase/services.ts'
import { openStorage } from '#server/supabase/storage/open-storage.ts'
import { storedImages } from '#server/supabase/storage/stored-images.ts'

/** Rendered and compressed pages in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

type OpenDatabase = Pick<Database, 'address' | 'sql'>

/** Makes the services of every process. Those that have to be stopped are pushed to `started`. */
export async function openServices(options: {
  config: Pick<
    Config,
    | 'siteUrl'
    | 'dataDir'
    | 'storageDir'
    | 'contactEmail'
    | 'newsletterZone'
    | 'mail'
    | 's3'
    | 'ai'
    | 'pictureServers'
    | 'newsroom'
    | 'metricsToken'
    | 'updateCheckUrl'
    | 'cdn'
    | 'processes'
    | 'backupPassphrase'
    | 'backups'
  > &
    FeatureSettings['config']
  secrets: Secrets
  database: OpenDatabase
  queue: JobQueue
  measureOthers?: Services['measureOthers']
  /** The files of this build that browsers may fetch. */
  publicDir: string
  log: Log
  started: StopList
}): Promise<Services> {
  const { config, secrets, database, queue, measureOthers, publicDir, log, started } = options
  const { address, sql } = database
  const environment = { contact_address: config.contactEmail, newsletter_zone: config.newsletterZone }
  const settings = await openSettings({ sql, environment, prepare: recordConsentTexts(sql), log })
  started.push({ name: 'settings', stop: async () => settings.stop() })
  const storage = await openStorage({
    folder: config.storageDir,
    s3: config.s3,
    address,
    pools: poolSizesFor(config.processes),
  })
  started.push({ name: 'the storage of files', stop: () => storage.close() })
  const mail = openMail({ sql, config, jwtSecret: secrets.jwtSecret })
  started.push({ name: 'mail', stop: () => mail.close() })
  const imageSource = firstSource(publicImages(publicDir), storedImages(storage))
  const { jwtSecret } = secrets
  const own: SupabaseServices = {
    log,
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
    siteUrl: config.siteUrl,
    dataDir: config.dataDir,
    disks: {
      data: config.dataDir,
      backups: config.backups.folder,
      ...(!config.s3 && { files: config.storageDir }),
    },
    metricsToken: config.metricsToken,
    updateCheckUrl: config.updateCheckUrl,
    measureOthers,
    sql,
    queue,
    mail,
    settings,
    ai: openLanguageModel({ sql, environment: config.ai, jwtSecret, log }),
    imageSource,
    images: createImageWorker({ isOneOfSeveral: measureOthers !== undefined }),
    links: createLinkChecker({ siteUrl: config.siteUrl }),
    pictures: createPictureFetcher({ siteUrl: config.siteUrl, allowed: config.pictureServers }),
    documents: createDocumentClient({
      siteUrl: config.siteUrl,
      allowsPrivate: config.newsroom.allowsPrivate,
    }),
    // Features that are there say otherwise.
    hasNewsroom: false,
    hubUrl: null,
    ownPages: createOwnPages(),
    storage,
    probeWriting: createWriteProbe(join(config.dataDir, '.write-probe')),
  }
  return {
    ...own,
    subscriberLinks: createSubscriberLinks(jwtSecret),
    clickLinks: createClickLinks(jwtSecret),
    backups: openBackups({ address, backend: storage.backend, secrets, siteUrl: config.siteUrl }, config),
    cdn: config.cdn,
    imports: createImportWorker(address, config),
    ...openFeatures(own, { config, jwtSecret }),
  }
}

/** Makes the additional services for handling requests. Those that have to be stopped are pushed to `started`. */
export async function openSiteServices(
  services: Services,
  options: {
    config: Pick<Config, 'trustProxy' | 'processes'> & SiteServices['place']
    database: OpenDatabase
    secrets: Secrets
    cachesPages: boolean
    started: StopList
  },
): Promise<SiteServices> {
  const { config, database, secrets, cachesPages, started } = options
  const { address, sql } = database
  const pools = poolSizesFor(config.processes)
  const requestPools = await openRequestPools(address, sql, secrets, pools)
  started.push({ name: 'the connections of requests', stop: () => requestPools.close() })
  const hashAddress = createAddressHash(secrets.jwtSecret)
  const limits = openLimits(address, hashAddress, pools)
  started.push({ name: 'limits', stop: () => limits.close() })
  const pages = createPageCache({ maxBytes: cachesPages ? PAGE_CACHE_BYTES : 0 })
  const followed = services.cdn && cachesPages ? followEvictions(pages, services) : null
  if (followed) started.push({ name: 'telling the CDN', stop: () => followed.stop() })
  const pageCache: PageCache = followed ?? pages
  const changes = await listenForChanges(address, services.settings, pageCache)
  started.push({ name: 'listening for changes', stop: () => changes.stop() })
  const pageViews = createPageViewCounter({ siteUrl: services.siteUrl })
  const counting = startCounting(services, pageViews)
  started.push({ name: 'counting page views', stop: () => counting.stop() })
  const site = {
    ...services,
    pageViews,
    trustProxy: config.trustProxy,
    place: {
      host: config.host,
      port: config.port,
      storageDir: config.storageDir,
      s3: config.s3,
      databaseUrl: config.databaseUrl,
    },
    secrets,
    identify: createCallerCheck({ secrets, siteUrl: services.siteUrl }, createTokenCheck({ sql, limits })),
    passwordWork: createWorkQueue(PASSWORD_WORK),
    signInThrottle: createSignInThrottle({ sql, limits, hashAddress }),
    limits,
    requestPools,
    catalog: await readCatalog(sql),
    pageCache,
  }
  const realtime = await openRealtime({ ...site, address })
  started.push({ name: 'realtime', stop: () => realtime.stop() })
  return { ...site, realtime }
}
