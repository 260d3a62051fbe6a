import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound } from '#app/routes/feeds/machine-response.ts'
import { podcastResponse } from '#app/routes/feeds/podcast-response.ts'
import { listEpisodes } from '#core/data/article-audio.ts'
import { audioTag, listTags } from '#core/domain/page-tags.ts'
import { lastChangeOf } from '#core/feeds/describe-feed.ts'
import { articleEpisode, PODCAST_LENGTH } from '#core/feeds/podcast-feed.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { podcastPath } from '#core/paths.ts'
import type { Route } from './+types/podcast-rss.ts'

/** The newest articles of a language that a machine reads aloud. */
export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { lang: language } = params
  if (!isLanguage(language)) return machineNotFound()
  const server = context.get(serverContext)
  server.tag(audioTag(language), ...listTags(language))
  const articles = await listEpisodes(server.supabase, { language, limit: PODCAST_LENGTH })
  const t = translatorOf(language, server.settings)
  return podcastResponse(server, {
    language,
    title: t('podcast.title'),
    description: t('podcast.description'),
    page: '/',
    path: podcastPath(language),
    lastChange: lastChangeOf(articles),
    episodes: articles.map((article) => articleEpisode(article, t)),
  })
})
