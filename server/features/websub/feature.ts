import { bodyLimit } from 'hono/body-limit'
import { WEBSUB_PATH } from '#core/paths.ts'
import { type Feature, HELD, HELD_EVERY_MINUTE, KB } from '#server/features/feature.ts'
import { askCallback } from '#server/features/websub/ask-callback.ts'
import { createHubEndpoint } from '#server/features/websub/hub-endpoint.ts'
import * as jobs from '#server/features/websub/jobs.ts'
import { openWebSub, type WebSub } from '#server/features/websub/open-websub.ts'
import { followFeedSubscribers, sendFeed } from '#server/features/websub/send-feed.ts'
import { tellPublicHub, watchFeeds } from '#server/features/websub/watch-feeds.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** The way in which subscribers of feeds are told what is new. */
    websub: WebSub
  }
}

export const websubFeature = {
  opens({ siteUrl }, { config, jwtSecret }) {
    const websub = openWebSub({ siteUrl, jwtSecret, hubUrl: config.websubHub })
    return { websub, hubUrl: websub.hubUrl }
  },
  routes: (app, deps) => app.all(WEBSUB_PATH, bodyLimit({ maxSize: 10 * KB }), createHubEndpoint(deps)),
  jobs: [
    handles(jobs.askCallbackJob, askCallback, HELD),
    handles(jobs.sendFeedJob, sendFeed, HELD),
    handles(jobs.followFeedSubscribersJob, followFeedSubscribers, HELD_EVERY_MINUTE),
    handles(jobs.tellPublicHubJob, tellPublicHub, HELD),
  ],
  starts: (services, fetchPage) => ({ name: 'looking at feeds', ...watchFeeds(services, fetchPage) }),
} satisfies Feature
