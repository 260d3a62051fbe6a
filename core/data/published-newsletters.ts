import type { Client } from '#core/data/client.ts'
import type { ListedNewsletter, PublishedNewsletter } from '#core/domain/newsletter-issue.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

const SLUG = /^\d{4}-\d{2}-\d{2}(-[1-9]\d{0,2})?$/

/** An issue in a language, or else in English; null when there is neither. */
export async function findPublishedNewsletter(
  client: Client,
  slug: string,
  language: Language,
): Promise<PublishedNewsletter | null> {
  if (!SLUG.test(slug)) return null
  const { data } = await client
    .rpc('find_published_newsletter', { p_slug: slug, p_language: language })
    .throwOnError()
  return data[0] ?? null
}

/** Each issue once, in the language or else in English, the latest first. */
export async function listPublishedNewsletters(
  client: Client,
  { language, limit, offset = 0 }: { language: Language; limit: number; offset?: number },
): Promise<ListedNewsletter[]> {
  const { data } = await client
    .rpc('list_published_newsletters', { p_language: language, p_limit: limit, p_offset: offset })
    .throwOnError()
  return data
}

/** The latest issues that were sent in a language, with their content. */
export async function listNewslettersForFeed(
  client: Client,
  { language, limit }: { language: Language; limit: number },
): Promise<PublishedNewsletter[]> {
  const listed = await listPublishedNewsletters(client, { language, limit })
  const issues = await Promise.all(
    listed
      .filter((issue) => issue.language === language)
      .map(({ slug }) => findPublishedNewsletter(client, slug, language)),
  )
  return issues.flatMap((issue) => issue ?? [])
}

/** Some ten years of Sundays. Older issues are found through the archive. */
const SITEMAP_LENGTH = 500

/** The latest issues with their languages. */
export async function listIssuesForSitemap(client: Client): Promise<ListedNewsletter[]> {
  return listPublishedNewsletters(client, { language: DEFAULT_LANGUAGE, limit: SITEMAP_LENGTH })
}
