import type { Client } from '#core/data/client.ts'
import type { BackupsOfSite } from '#server/features/backup/open-backups.ts'
import type { ImportWorker } from '#server/features/import/process/import-worker.ts'
import type { ClickLinks } from '#server/features/newsletter/clicks.ts'
import type { SubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { PageViewCounter } from '#server/features/page-views/page-view-counter.ts'
import type { PageCache } from '#server/features/pages/page-cache/page-cache.ts'
import type { SupabaseRequestServices, SupabaseServices } from '#server/supabase/services.ts'
import type { StorageServer } from '#server/supabase/storage/index.ts'

/**
 * The parts that are shared in this process. `server/start/open-services.ts` makes one object of them, which is passed on whole; a part
 * declares what it uses: `Pick<Services, 'sql' | 'log'>`. Parts of `server/platform` and `server/supabase` see only what their own layer
 * declares. A new service is a line in the interface of its layer and a line where the object is made; a feature that can be left out adds
 * its own in `feature.ts`.
 */
export interface Services extends SupabaseServices {
  /** The tokens of links that are mailed to subscribers. */
  subscriberLinks: SubscriberLinks
  /** The addresses that count clicks in newsletters. */
  clickLinks: ClickLinks
  /** Backups that the desk and the schedule make. */
  backups: BackupsOfSite
  /** The CDN that is told which pages have changed; null when none is in front. */
  cdn: { url: string; token: string | undefined } | null
  /** Reads and carries out imports. */
  imports: ImportWorker
}

/** The services that a process has in addition when it handles requests, and not only jobs. */
export interface SiteServices extends Services, SupabaseRequestServices {
  pageCache: PageCache
  pageViews: PageViewCounter
}

/** The services that functions (`/functions/v1`) may use. Each declares what it needs: `Pick<FunctionDeps, 'sql'>`. */
export interface FunctionDeps extends SiteServices {
  /** Reads what readers may. */
  anonymous: Client
  /** Fetches a page of the site inside this process, from the page cache when it is there, perhaps for the reader at an address. */
  fetchPage: (request: Request, reader?: string) => Response | Promise<Response>
  /** Stores a file with the rights of a caller. */
  storeFile: StorageServer['store']
  /** The time that a response waits for work that goes on without it. */
  waitMs?: number
  /** The time that a response waits for the wording of one text. */
  suggestionTimeoutMs?: number
  /** The time that a response waits for a draft of the language model. */
  draftTimeoutMs?: number
}
