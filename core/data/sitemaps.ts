import type { Client } from '#core/data/client.ts'
import type { NewsArticle, SitemapPart, Story } from '#core/feeds/sitemap.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

export const NEWS_COLUMNS = 'slug, language, title, publish_date'

/** 200 ids fit into the address of a request, and their translations, five each, into the 1,000 rows of its response. */
const ORIGINALS_PER_QUERY = 200

/**
 * Published originals in the order of their ids, each with its published translations. As in every list of the site, a
 * translation is left out while its original is not published.
 */
export async function listStories(
  client: Client,
  { offset, limit }: { offset: number; limit: number },
): Promise<Story[]> {
  const { data: originals } = await client
    .from('articles')
    .select('id, slug, language, updated_at')
    .eq('language', DEFAULT_LANGUAGE)
    .is('original_article_id', null)
    .eq('published', true)
    .order('id')
    .range(offset, offset + limit - 1)
    .throwOnError()
  const stories = new Map<string | null, Story>(originals.map(({ id, ...original }) => [id, [original]]))
  const batches: string[][] = []
  for (let start = 0; start < originals.length; start += ORIGINALS_PER_QUERY) {
    batches.push(originals.slice(start, start + ORIGINALS_PER_QUERY).map((row) => row.id))
  }
  const found = await Promise.all(
    batches.map((ids) =>
      client
        .from('articles')
        .select('original_article_id, slug, language, updated_at')
        .eq('published', true)
        .in('original_article_id', ids)
        .order('language')
        .throwOnError(),
    ),
  )
  for (const { original_article_id, ...translation } of found.flatMap(({ data }) => data)) {
    stories.get(original_article_id)?.push(translation)
  }
  return [...stories.values()]
}

/** The time of the last change in each part of `storiesPerPart` stories, in the order of listStories. */
export async function listSitemapParts(client: Client, storiesPerPart: number): Promise<SitemapPart[]> {
  const { data: parts } = await client.rpc('list_sitemap_parts', { p_stories: storiesPerPart }).throwOnError()
  return parts.map(({ last_change }) => ({ lastChange: new Date(last_change) }))
}

/** Articles in all languages with a date between `from` and `to`, newest first. */
export async function listNews(
  client: Client,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<NewsArticle[]> {
  const [originals, translations] = await Promise.all([
    client
      .from('articles')
      .select(NEWS_COLUMNS)
      .eq('language', DEFAULT_LANGUAGE)
      .eq('published', true)
      .gte('publish_date', from.toISOString())
      .lte('publish_date', to.toISOString())
      .order('publish_date', { ascending: false })
      .limit(limit)
      .throwOnError(),
    client
      .from('translated_articles')
      .select(NEWS_COLUMNS)
      .gte('publish_date', from.toISOString())
      .lte('publish_date', to.toISOString())
      .order('publish_date', { ascending: false })
      .limit(limit)
      .throwOnError(),
  ])
  return [...originals.data, ...translations.data]
    .toSorted((a, b) => Date.parse(b.publish_date) - Date.parse(a.publish_date))
    .slice(0, limit)
}
