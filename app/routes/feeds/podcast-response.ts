import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { feedLinks } from '#core/feeds/describe-feed.ts'
import { buildPodcastFeed, type PodcastFeed } from '#core/feeds/podcast-feed.ts'
import { feedIcons, iconPath } from '#core/look/mark.ts'

/** A podcast of the publication, with its name and its look. */
export async function podcastResponse(
  { siteUrl, hubUrl, settings }: Pick<ServerContext, 'siteUrl' | 'hubUrl' | 'settings'>,
  podcast: Pick<
    PodcastFeed,
    'language' | 'title' | 'description' | 'page' | 'path' | 'lastChange' | 'episodes'
  >,
): Promise<Response> {
  const feed = await buildPodcastFeed({
    ...podcast,
    siteUrl,
    hubUrl,
    siteName: translatorOf(podcast.language, settings)('site.name'),
    icons: feedIcons(settings, siteUrl),
    cover: siteUrl + iconPath('podcast-cover.png', settings),
  })
  return machineResponse(feed, {
    type: 'application/rss+xml; charset=utf-8',
    lastChange: podcast.lastChange,
    links: feedLinks({ hubUrl, selfUrl: siteUrl + podcast.path }),
  })
}
