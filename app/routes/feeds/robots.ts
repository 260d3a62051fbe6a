import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { UNCHANGING } from '#core/domain/page-tags.ts'
import { AI_CRAWLER_POLICY, buildRobots } from '#core/feeds/robots.ts'
import type { Route } from './+types/robots.ts'

export const loader = cachedLoader([], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { siteUrl, tag } = context.get(serverContext)
  tag(UNCHANGING)
  return machineResponse(buildRobots({ siteUrl, aiCrawlers: AI_CRAWLER_POLICY }), {
    type: 'text/plain; charset=utf-8',
  })
})
