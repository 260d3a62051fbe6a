import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { WriteProbe } from '#server/platform/http/write-probe.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { LinkChecker } from '#server/platform/links/link-checker.ts'
import type { OwnPages } from '#server/platform/links/own-pages.ts'
import type { PictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import type { DocumentClient } from '#server/platform/links/request-document.ts'
import type { Log } from '#server/platform/log.ts'
import type { LiveMail } from '#server/platform/mail/live-mail.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

/** Lets so many milliseconds pass, or ends with the signal. */
type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** The services of every process, whether it handles requests or only jobs. */
export interface PlatformServices {
  log: Log
  /** Waits before something is tried again. */
  wait: Wait
  /** Public origin without a trailing slash. */
  siteUrl: string
  dataDir: string
  /** Folders on this machine, by their contents. */
  disks: Record<string, string>
  /** The token for reading /metrics; undefined while nobody may. */
  metricsToken: string | undefined
  /** Reads the metrics of the other processes of this site; undefined if there are none. */
  measureOthers?: (() => Promise<Measured[]>) | undefined
  /** The address that lists newer versions; undefined while the site may not ask. */
  updateCheckUrl: string | undefined
  sql: Sql
  queue: JobQueue
  mail: LiveMail
  settings: LiveSettings
  /** The language model of the publication. */
  ai: LanguageModel
  /** Our own pictures, with the texts of editors about them. */
  imageSource: ImageSource
  /** All operations on pixels. */
  images: ImageWorker
  /** Checks that pages of other sites exist. */
  links: LinkChecker
  /** Gets pictures of other servers. */
  pictures: PictureFetcher
  /** Gets feeds and pages of other publications. */
  documents: DocumentClient
  hasNewsroom: boolean
  /** The hub that feeds name (WebSub); null where there is none. */
  hubUrl: string | null
  /** Checks that pages of ours exist. */
  ownPages: OwnPages
  /** Checks that files can be written to the data folder. */
  probeWriting: WriteProbe
}

/** The additional services of a process that handles requests. */
export interface PlatformRequestServices {
  /** The number of proxies in front of this process. */
  trustProxy: number
  /** The address and the file storage of this process, for the checks of the site. */
  place: Pick<Config, 'host' | 'port' | 'storageDir' | 's3'> & Partial<Pick<Config, 'databaseUrl'>>
  secrets: Secrets
  limits: Limits
}
