import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listEpisodes } from '#core/data/article-audio.ts'
import { audioTag, listTags } from '#core/domain/page-tags.ts'
import { feedLinks, lastChangeOf } from '#core/feeds/describe-feed.ts'
import { buildPodcastFeed, podcastGuid } from '#core/feeds/podcast-feed.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { feedIcons, iconPath } from '#core/look/mark.ts'
import { podcastPath } from '#core/paths.ts'
import type { Route } from './+types/podcast-rss.ts'

const FEED_LENGTH = 50

/** The newest articles of a language that a machine reads aloud. */
export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { lang: language } = params
  if (!isLanguage(language)) return machineNotFound()
  const { supabase, siteUrl, hubUrl, settings, tag } = context.get(serverContext)
  tag(audioTag(language), ...listTags(language))
  const selfUrl = siteUrl + podcastPath(language)
  const episodes = await listEpisodes(supabase, { language, limit: FEED_LENGTH })
  const feed = buildPodcastFeed({
    siteUrl,
    hubUrl,
    language,
    t: translatorOf(language, settings),
    icons: feedIcons(settings, siteUrl),
    cover: siteUrl + iconPath('podcast-cover.png', settings),
    guid: await podcastGuid(selfUrl),
    episodes,
  })
  return machineResponse(feed, {
    type: 'application/rss+xml; charset=utf-8',
    lastChange: lastChangeOf(episodes),
    links: feedLinks({ hubUrl, selfUrl }),
  })
})
