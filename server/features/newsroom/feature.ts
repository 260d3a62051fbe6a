import {
  EVERY_FIVE_MINUTES,
  type Feature,
  forEditors,
  GET,
  HELD_EVERY_FIVE_MINUTES,
  HELD_EVERY_MINUTE,
  MB,
  POST,
} from '#server/features/feature.ts'
import { requestDueFeeds, requestNewsFeedsJob } from '#server/features/newsroom/feeds/request-feed.ts'
import { addArticleSources, draftArticle, questionDraft } from '#server/features/newsroom/functions/drafts.ts'
import * as newsFeeds from '#server/features/newsroom/functions/news-feeds.ts'
import * as newsItems from '#server/features/newsroom/functions/news-items.ts'
import { groupLeftItems, groupNewsJob } from '#server/features/newsroom/groups/group-left-items.ts'
import { recheckSources, recheckSourcesJob } from '#server/features/newsroom/rechecks/recheck-sources.ts'
import { createHostRules, type HostRules } from '#server/features/newsroom/reservations/host-rules.ts'
import type { Services } from '#server/features/services.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** The rules of other publications for programs that read them. */
    hostRules: HostRules
  }
}

export const newsroomFeature = {
  opens: ({ documents }, { config }) => ({
    hostRules: createHostRules({ documents }),
    hasNewsroom: config.newsroom.isOn,
  }),
  // biome-ignore format: one function in a line
  functions: {
    'add-source-address': { ...POST, ...forEditors, limit: 'page-opening', tooMany: 'pages are being opened', handle: newsItems.addSourceAddress },
    'open-news-item': { ...POST, ...forEditors, limit: 'page-opening', tooMany: 'pages are being opened', handle: newsItems.openNewsItem },
    // Two hundred thousand characters, of which each may take three bytes, or more as an escape.
    'add-source-text': { ...POST, ...forEditors, limit: 'source-text', tooMany: 'texts', bodyLimit: 1 * MB, handle: newsItems.addSourceText },
    'draft-article': { ...POST, ...forEditors, limit: 'drafting', tooMany: 'drafts', handle: draftArticle },
    'question-draft': { ...POST, ...forEditors, limit: 'drafting', tooMany: 'drafts', handle: questionDraft },
    'add-article-sources': { ...POST, ...forEditors, limit: 'source-adding', handle: addArticleSources },
    // Answered with 404 while NEWSROOM is off.
    'add-news-feed': { ...POST, ...forEditors, limit: 'news-feed', tooMany: 'feeds are being asked', handle: newsFeeds.addNewsFeed },
    'request-news-feed': { ...POST, ...forEditors, limit: 'news-feed', tooMany: 'feeds are being asked', handle: newsFeeds.requestNewsFeed },
    // A thousand feeds with their folders.
    'import-news-feeds': { ...POST, ...forEditors, limit: 'news-feed-list', tooMany: 'lists of feeds', type: 'text/x-opml', bodyLimit: 1 * MB, handle: newsFeeds.importNewsFeeds },
    'export-news-feeds': { ...GET, ...forEditors, limit: 'news-feed-list', handle: newsFeeds.exportNewsFeeds },
  },
  jobs: [
    handles(groupNewsJob, (deps: Services) => groupLeftItems(deps), EVERY_FIVE_MINUTES),
    handles(requestNewsFeedsJob, requestDueFeeds, HELD_EVERY_MINUTE),
    handles(recheckSourcesJob, recheckSources, HELD_EVERY_FIVE_MINUTES),
  ],
} satisfies Feature
