import { feedLoader } from '#app/routes/feeds/load-feed.ts'
import { buildRssFeed } from '#core/feeds/rss-feed.ts'

export const loader = feedLoader({
  format: 'xml',
  type: 'application/rss+xml; charset=utf-8',
  build: buildRssFeed,
})
