import type { Client } from '#core/data/client.ts'
import type {
  ArticleCorrection,
  CorrectionAnswer,
  CorrectionChangeAnswer,
  CorrectionSource,
  PublishedCorrection,
} from '#core/domain/article-correction.ts'
import type { Language } from '#core/i18n/languages.ts'

export const CORRECTION_COLUMNS = 'id, article_id, corrected_at, text'
export const PUBLISHED_CORRECTION_COLUMNS =
  'id, article_id, corrected_at, text, language, slug, title, original_article_id'

/** The number of ids that fit into the address of a request. */
const IDS_PER_QUERY = 100
/** The most corrections that are shown above an issue. */
const MAX_CORRECTIONS = 100

/** The corrections of an article, the first one first. */
export async function listCorrections(client: Client, articleId: string): Promise<ArticleCorrection[]> {
  const { data } = await client
    .from('article_corrections')
    .select(CORRECTION_COLUMNS)
    .eq('article_id', articleId)
    .order('corrected_at')
    .order('id')
    .throwOnError()
  return data
}

/** The corrections of these articles, the first one first; fewer than a hundred articles fit into the address of a request. */
export async function mapCorrections(
  client: Client,
  articleIds: readonly string[],
): Promise<Map<string, ArticleCorrection[]>> {
  const { data } = await client
    .from('article_corrections')
    .select(CORRECTION_COLUMNS)
    .in('article_id', articleIds)
    .order('corrected_at')
    .order('id')
    .throwOnError()
  return Map.groupBy(data, (correction) => correction.article_id)
}

/** The corrections of all published articles in a language, the latest first. */
export async function listPublishedCorrections(
  client: Client,
  { language, limit, offset = 0 }: { language: Language; limit: number; offset?: number },
): Promise<PublishedCorrection[]> {
  const { data } = await client
    .from('published_corrections')
    .select(PUBLISHED_CORRECTION_COLUMNS)
    .eq('language', language)
    .order('corrected_at', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1)
    .throwOnError()
  return data
}

/** The corrections of these articles after a moment, the latest first, with what they translate. */
export async function listCorrectionsSince(
  client: Client,
  { articleIds, since }: { articleIds: readonly string[]; since: string },
): Promise<(ArticleCorrection & Pick<CorrectionSource, 'source_id'>)[]> {
  const batches: string[][] = []
  for (let start = 0; start < articleIds.length; start += IDS_PER_QUERY) {
    batches.push(articleIds.slice(start, start + IDS_PER_QUERY))
  }
  const found = await Promise.all(
    batches.map((batch) =>
      client
        .from('article_corrections')
        .select('id, article_id, corrected_at, text, source_id')
        .in('article_id', batch)
        .gt('corrected_at', since)
        .order('corrected_at', { ascending: false })
        .order('id')
        .limit(MAX_CORRECTIONS)
        .throwOnError(),
    ),
  )
  return found.flatMap(({ data }) => data)
}

/**
 * Adds a correction, dated now, to a published article. The answer contains the time of change before and after it, so that an open form
 * can go on.
 */
export async function addCorrection(
  client: Client,
  { articleId, text }: { articleId: string; text: string },
): Promise<CorrectionAnswer> {
  const { data } = await client
    .rpc('add_correction', { p_article_id: articleId, p_text: text })
    .throwOnError()
  return data
}

/** Changes the text of a correction; it keeps its date. */
export async function changeCorrection(
  client: Client,
  { id, text }: { id: string; text: string },
): Promise<CorrectionChangeAnswer> {
  const { data } = await client.rpc('change_correction', { p_id: id, p_text: text }).throwOnError()
  return data
}

export async function deleteCorrection(client: Client, id: string): Promise<CorrectionChangeAnswer> {
  const { data } = await client.rpc('delete_correction', { p_id: id }).throwOnError()
  return data
}
