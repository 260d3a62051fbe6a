import { feedLoader } from '#app/routes/feeds/load-feed.ts'
import { buildJsonFeed } from '#core/feeds/json-feed.ts'

export const loader = feedLoader({ format: 'json', type: 'application/feed+json', build: buildJsonFeed })
