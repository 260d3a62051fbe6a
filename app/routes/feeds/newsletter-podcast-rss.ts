import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound } from '#app/routes/feeds/machine-response.ts'
import { podcastResponse } from '#app/routes/feeds/podcast-response.ts'
import { listIssueRecordings } from '#core/data/newsletter-audio.ts'
import { NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import { issueEpisode } from '#core/feeds/podcast-feed.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { NEWSLETTER_ISSUES_PATH, newsletterPodcastPath } from '#core/paths.ts'
import type { Route } from './+types/newsletter-podcast-rss.ts'

/** A year of Sundays. */
const FEED_LENGTH = 52

/** The latest issues of the newsletter in a language that a machine reads aloud. */
export const loader = cachedLoader([], async ({ context, params }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { lang: language } = params
  if (!isLanguage(language)) return machineNotFound()
  const server = context.get(serverContext)
  server.tag(NEWSLETTERS_TAG)
  const issues = await listIssueRecordings(server.supabase, { language, limit: FEED_LENGTH })
  const t = translatorOf(language, server.settings)
  const made = issues.map(({ made_at }) => Date.parse(made_at))
  return podcastResponse(server, {
    language,
    title: t('podcast.newsletter.title'),
    description: t('podcast.newsletter.description'),
    page: NEWSLETTER_ISSUES_PATH,
    path: newsletterPodcastPath(language),
    lastChange: made.length > 0 ? new Date(Math.max(...made)) : null,
    episodes: issues.map((issue) => issueEpisode(issue, t)),
  })
})
