import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { hasEpisodes } from '#core/data/article-audio.ts'
import { listIssueRecordings } from '#core/data/newsletter-audio.ts'
import { audioTag, NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import type { Language } from '#core/i18n/languages.ts'
import { newsletterPodcastPath, podcastPath } from '#core/paths.ts'

/** The podcasts of a language in which there is anything to hear, by their titles. */
export async function listPodcasts(
  { supabase, settings, tag }: Pick<ServerContext, 'supabase' | 'settings' | 'tag'>,
  language: Language,
): Promise<{ title: string; path: string }[]> {
  tag(audioTag(language), NEWSLETTERS_TAG)
  const [isHeard, issues] = await Promise.all([
    hasEpisodes(supabase, language),
    listIssueRecordings(supabase, { language, limit: 1 }),
  ])
  const t = translatorOf(language, settings)
  return [
    ...(isHeard ? [{ title: t('podcast.title'), path: podcastPath(language) }] : []),
    ...(issues.length > 0
      ? [{ title: t('podcast.newsletter.title'), path: newsletterPodcastPath(language) }]
      : []),
  ]
}
