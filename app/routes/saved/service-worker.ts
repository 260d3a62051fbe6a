import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import writeRemoval from '#app/saved/remove-worker.ts?script'
import writeWorker from '#app/saved/worker.ts?script'
import { settingTags } from '#core/domain/page-tags.ts'
import type { Route } from './+types/service-worker.ts'

/**
 * The service worker, at the root because it answers for all addresses below its own; if offline reading is switched off, one that removes
 * itself. Browsers ask for it whenever a page is opened that it answers for, and past their caches
 * (https://w3c.github.io/ServiceWorker/#update-algorithm).
 */
export const loader = cachedLoader([], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { settings, tag } = context.get(serverContext)
  tag(...settingTags('offline_reading'))
  const write = settings.offline_reading ? writeWorker : writeRemoval
  return machineResponse(write({}), { type: 'text/javascript; charset=utf-8' })
})
