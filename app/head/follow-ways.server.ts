import type { ServerContext } from '#app/context.ts'
import { hasEpisodes } from '#core/data/article-audio.ts'
import { listIssueRecordings } from '#core/data/newsletter-audio.ts'
import { audioTag, NEWSLETTERS_TAG, settingTags } from '#core/domain/page-tags.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The ways to follow the publication in a language, beside its feeds. */
export interface FollowWays {
  /** The account of the language on the social web, where it is on. */
  social: string | null
  /** The podcasts with episodes. */
  podcasts: ('articles' | 'newsletter')[]
}

export async function findFollowWays(
  { supabase, siteUrl, settings, tag }: Pick<ServerContext, 'supabase' | 'siteUrl' | 'settings' | 'tag'>,
  language: Language,
): Promise<FollowWays> {
  tag(audioTag(language), NEWSLETTERS_TAG, ...settingTags('social_web'))
  const [hasArticles, issues] = await Promise.all([
    hasEpisodes(supabase, language),
    listIssueRecordings(supabase, { language, limit: 1 }),
  ])
  const podcasts = [hasArticles && ('articles' as const), issues.length > 0 && ('newsletter' as const)]
  return {
    social: settings.social_web ? `@${language}@${new URL(siteUrl).host}` : null,
    podcasts: podcasts.filter((podcast) => podcast !== false),
  }
}
