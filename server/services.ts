import type { LanguageModel } from '#server/ai/language-model.ts'
import type { Caller, HeaderReader } from '#server/auth/bearer-token.ts'
import type { Sql } from '#server/database/connection.ts'
import type { WriteProbe } from '#server/http/write-probe.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { Limits } from '#server/limits/limits.ts'
import type { LinkChecker } from '#server/links/link-checker.ts'
import type { OwnPages } from '#server/links/own-pages.ts'
import type { Log } from '#server/log.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import type { ClickLinks } from '#server/newsletter/clicks/click-links.ts'
import type { SubscriberLinks } from '#server/newsletter/subscriptions/subscriber-links.ts'
import type { PageCache } from '#server/pages/page-cache/page-cache.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import type { Catalog } from '#server/rest/catalog/catalog.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import type { Secrets } from '#server/secrets.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import type { Storage } from '#server/storage/open-storage.ts'

/**
 * What the parts of this process share. `server/start/open-services.ts` makes one object of it, which is passed on whole; a part
 * declares what it uses: `Pick<Services, 'sql' | 'log'>`. A new service is a line here and a line there.
 */
export interface Services {
  log: Log
  /** Public origin without a trailing slash. */
  siteUrl: string
  dataDir: string
  sql: Sql
  queue: JobQueue
  mail: MailTransport
  settings: LiveSettings
  /** The language model of the publication. */
  ai: LanguageModel
  /** The tokens of links that are mailed to subscribers. */
  subscriberLinks: SubscriberLinks
  /** The addresses that count clicks in newsletters. */
  clickLinks: ClickLinks
  /** Whether the pages of other sites exist. */
  links: LinkChecker
  /** Whether pages of ours exist. */
  ownPages: OwnPages
  /** Files that people upload. */
  storage: Storage
  /** Whether files can be written to the data folder. */
  probeWriting: WriteProbe
}

/** What a process has in addition when it handles requests, and not only jobs. */
export interface SiteServices extends Services {
  /** The number of proxies in front of this process. */
  trustProxy: number
  /** With which Resend signs its events; null when it sends none. */
  resendWebhookSecret: string | null
  secrets: Secrets
  /** Identifies the caller of a request by its headers. */
  identify: (headers: HeaderReader) => Promise<Caller>
  limits: Limits
  /** The connections on which requests of the data path run. */
  requestPools: RequestPools
  /** The tables and functions that a request can name. */
  catalog: Catalog
  pageCache: PageCache
  /** What desks hear without asking: changes, broadcasts, presence. */
  realtime: Realtime
}
