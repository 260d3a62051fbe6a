import { mapCorrections } from '#core/data/article-corrections.ts'
import { mapTranslationsWithOriginals, type TranslationOfArticle } from '#core/data/article-translations.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import { listArticlesOfAuthor } from '#core/data/authors.ts'
import type { Client } from '#core/data/client.ts'
import { listDraftedArticles } from '#core/data/sourced-articles.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { FeedArticle } from '#core/feeds/describe-feed.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

export const FEED_COLUMNS =
  'id, slug, language, title, excerpt, content, category, author, hero_image, publish_date, updated_at'

interface FeedOptions {
  language: Language
  category?: string | undefined
  /** The slug of an author, for the articles of all categories. */
  author?: string | undefined
  limit: number
}

/** Facts about an article that feeds contain besides its text. */
interface FeedFacts {
  translation: TranslationOfArticle | null
  isDrafted: boolean
  corrections: ArticleCorrection[]
}

/** The first articles of a list, with their content, the facts about their translation or drafting, and their corrections. */
export async function listFeedArticles(
  client: Client,
  options: FeedOptions,
): Promise<(FeedArticle & FeedFacts)[]> {
  const { author, language } = options
  const listed = author
    ? await listArticlesOfAuthor(client, { ...options, author })
    : await listPublishedArticles(client, options)
  const ids = listed.map((article) => article.id)
  if (ids.length === 0) return []
  const [{ data }, translations, drafted, corrections] = await Promise.all([
    client.from('articles').select(FEED_COLUMNS).eq('published', true).in('id', ids).throwOnError(),
    mapTranslationsWithOriginals(client, language === DEFAULT_LANGUAGE ? [] : ids),
    listDraftedArticles(client, language === DEFAULT_LANGUAGE ? ids : []),
    mapCorrections(client, ids),
  ])
  const byId = new Map(
    data.map((row) => [
      row.id,
      {
        ...row,
        translation: translations.get(row.id) ?? null,
        isDrafted: drafted.has(row.id),
        corrections: corrections.get(row.id) ?? [],
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
