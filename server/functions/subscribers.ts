import type { Context } from 'hono'
import type { AdmitDeps } from '#server/functions/admit-administrator.ts'
import { createEraseSubscriber } from '#server/functions/erase-subscriber.ts'
import { createExportSubscribers } from '#server/functions/export-subscribers.ts'
import { createImportSubscribers } from '#server/functions/import-subscribers.ts'
import { createReadSubscriber } from '#server/functions/read-subscriber.ts'
import type { SiteServices } from '#server/services.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do with the subscribers of the newsletter. */
export interface SubscriberFunctions {
  importAll: Handler
  exportAll: Handler
  read: Handler
  erase: Handler
}

export function createSubscriberFunctions(
  deps: AdmitDeps & Pick<SiteServices, 'sql' | 'siteUrl'>,
): SubscriberFunctions {
  return {
    importAll: createImportSubscribers(deps),
    exportAll: createExportSubscribers(deps),
    read: createReadSubscriber(deps),
    erase: createEraseSubscriber(deps),
  }
}
