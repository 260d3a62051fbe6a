import type { Language } from '#core/i18n/languages.ts'
import {
  authorFeedPath,
  jsonFeedPath,
  newsletterFeedPath,
  newsletterPodcastPath,
  podcastPath,
  rssPath,
} from '#core/paths.ts'
import type { SiteServices } from '#server/features/services.ts'

const MOST_AUTHORS = 200

/** The feeds whose changes somebody is told: those with subscribers at our own hub, or all for a public one. */
export async function listWatchedFeeds({
  sql,
  settings,
  websub,
}: Pick<SiteServices, 'sql' | 'settings' | 'websub'>): Promise<string[]> {
  if (websub.isOwnHub) {
    const subscribed = await sql<{ topic: string }[]>`
      select distinct topic from private.websub_subscriptions where expires_at > now()`
    return subscribed.map(({ topic }) => topic)
  }
  const { languages, categories } = settings.current()
  const sections = [null, ...categories.map(({ slug }) => slug)]
  // Of authors only those with an article that has changed lately.
  const authors = await sql<{ language: Language; slug: string }[]>`
    select distinct listed.language, author_slug as slug
    from public.author_articles as listed join public.articles using (id)
    where articles.updated_at > now() - interval '1 day' limit ${MOST_AUTHORS}`
  return [
    ...languages.flatMap((language) => [
      newsletterFeedPath(language),
      newsletterPodcastPath(language),
      podcastPath(language),
      ...sections.flatMap((section) => [rssPath(language, section), jsonFeedPath(language, section)]),
    ]),
    ...authors.flatMap(({ language, slug }) => [
      authorFeedPath(slug, language, 'xml'),
      authorFeedPath(slug, language, 'json'),
    ]),
  ]
}
