import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { loadFeed } from '#app/routes/feeds/load-feed.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { movedPermanently } from '#app/routes/moved-permanently.ts'
import { feedLinks, feedUrl, lastChangeOf } from '#core/feeds/describe-feed.ts'
import { buildJsonFeed } from '#core/feeds/json-feed.ts'
import type { Language } from '#core/i18n/languages.ts'
import { authorFeedPath, jsonFeedPath } from '#core/paths.ts'
import type { Route } from './+types/json-feed.ts'

export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const feed = await loadFeed(context, params)
  if (!feed) return machineNotFound()
  if (typeof feed === 'string') return movedPermanently(jsonFeedPath(params.lang as Language, feed))
  const { author, language } = feed
  if (author && author.slug !== params.author)
    return movedPermanently(authorFeedPath(author.slug, language, 'json'))
  return machineResponse(buildJsonFeed(feed), {
    type: 'application/feed+json',
    lastChange: lastChangeOf(feed.articles),
    links: feedLinks({ hubUrl: feed.hubUrl, selfUrl: feedUrl(feed, 'json') }),
  })
})
