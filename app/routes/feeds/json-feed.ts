import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { loadFeed } from '#app/routes/feeds/load-feed.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { lastChangeOf } from '#core/feeds/describe-feed.ts'
import { buildJsonFeed } from '#core/feeds/json-feed.ts'
import type { Route } from './+types/json-feed.ts'

export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const feed = await loadFeed(context, params)
  if (!feed) return machineNotFound()
  return machineResponse(buildJsonFeed(feed), {
    type: 'application/feed+json',
    lastChange: lastChangeOf(feed.articles),
  })
})
