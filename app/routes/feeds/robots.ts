import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { buildRobots } from '#core/feeds/robots.ts'
import type { Route } from './+types/robots.ts'

export const loader = cachedLoader([], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { siteUrl, settings, tag } = context.get(serverContext)
  tag(...settingTags('ai_crawlers'))
  return machineResponse(buildRobots({ siteUrl, aiCrawlers: settings.ai_crawlers }), {
    type: 'text/plain; charset=utf-8',
  })
})
