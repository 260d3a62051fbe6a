import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { loadFeed } from '#app/routes/feeds/load-feed.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { movedPermanently } from '#app/routes/moved-permanently.ts'
import { feedLinks, feedUrl, lastChangeOf } from '#core/feeds/describe-feed.ts'
import { buildRssFeed } from '#core/feeds/rss-feed.ts'
import type { Language } from '#core/i18n/languages.ts'
import { authorFeedPath, rssPath } from '#core/paths.ts'
import type { Route } from './+types/rss.ts'

export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const feed = await loadFeed(context, params)
  if (!feed) return machineNotFound()
  if (typeof feed === 'string') return movedPermanently(rssPath(params.lang as Language, feed))
  const { author, language } = feed
  if (author && author.slug !== params.author)
    return movedPermanently(authorFeedPath(author.slug, language, 'xml'))
  return machineResponse(buildRssFeed(feed), {
    type: 'application/rss+xml; charset=utf-8',
    lastChange: lastChangeOf(feed.articles),
    links: feedLinks({ hubUrl: feed.hubUrl, selfUrl: feedUrl(feed, 'xml') }),
  })
})
