import type { Client } from '#core/data/client.ts'
import type { Article, Category } from '#core/domain/article.ts'
import type { FeedArticle } from '#core/feeds/describe-feed.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

const FEED_COLUMNS =
  'id, slug, language, title, excerpt, content, category, author, hero_image, publish_date, updated_at'

/** So many ids fit into an address. */
const ORIGINALS_PER_QUERY = 200

interface FeedOptions {
  language: Language
  category: Category | null
  limit: number
}

/** Articles of a language with their content, as listPublishedArticles orders them. */
export async function listFeedArticles(client: Client, options: FeedOptions): Promise<FeedArticle[]> {
  const ids = await listFeedIds(client, options)
  if (ids.length === 0) return []
  const { data } = await client
    .from('articles')
    .select(FEED_COLUMNS)
    .eq('published', true)
    .in('id', ids)
    .throwOnError()
  const byId = new Map(data.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function listFeedIds(client: Client, options: FeedOptions): Promise<string[]> {
  const { language, category, limit } = options
  const inEnglish = language === DEFAULT_LANGUAGE
  const found: string[] = []
  for await (const originals of walkOriginals(client, category, inEnglish ? limit : ORIGINALS_PER_QUERY)) {
    found.push(...(inEnglish ? originals : await findTranslationIds(client, originals, language)))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** Ids of the published originals, the newest first, batch by batch. */
async function* walkOriginals(client: Client, category: Category | null, batch: number) {
  let last: Pick<Article, 'id' | 'publish_date'> | undefined
  do {
    let query = client
      .from('articles')
      .select('id, publish_date')
      .eq('language', DEFAULT_LANGUAGE)
      .is('original_article_id', null)
      .eq('published', true)
      .order('publish_date', { ascending: false })
      .order('id')
      .limit(batch)
    if (category) query = query.eq('category', category)
    if (last) {
      const { id, publish_date } = last
      query = query.lte('publish_date', publish_date).or(`publish_date.lt."${publish_date}",id.gt.${id}`)
    }
    const { data } = await query.throwOnError()
    yield data.map((row) => row.id)
    last = data.length === batch ? data.at(-1) : undefined
  } while (last)
}

async function findTranslationIds(client: Client, originals: string[], language: Language) {
  if (originals.length === 0) return []
  const { data } = await client
    .from('articles')
    .select('id, original_article_id')
    .eq('language', language)
    .eq('published', true)
    .in('original_article_id', originals)
    .throwOnError()
  const byOriginal = new Map(data.map((row) => [row.original_article_id, row.id]))
  return originals.flatMap((id) => byOriginal.get(id) ?? [])
}
