import type { Client } from '#core/data/client.ts'
import type {
  ArticleTranslation,
  PendingTranslation,
  TranslationFacts,
  TranslationWithOriginal,
} from '#core/domain/article-translation.ts'
import type { RunState } from '#core/domain/translation-run.ts'

/** The origins of the translations of an original, as far as they are recorded. */
export async function listArticleTranslations(
  client: Client,
  originalId: string,
): Promise<ArticleTranslation[]> {
  const { data } = await client
    .from('article_translations')
    .select('*')
    .eq('original_id', originalId)
    .order('language')
    .throwOnError()
  return data
}

export const FACT_COLUMNS = 'translation_id, original_id, origin, translated_at, reviewed_at, corrected_at'

/** The facts for readers about the translations of these published articles, as far as they are recorded. */
export async function listTranslationFacts(
  client: Client,
  translationIds: string[],
): Promise<(TranslationFacts & Pick<ArticleTranslation, 'translation_id' | 'original_id'>)[]> {
  if (translationIds.length === 0) return []
  const { data } = await client
    .from('article_translations')
    .select(FACT_COLUMNS)
    .in('translation_id', translationIds)
    .throwOnError()
  return data
}

export const TRANSLATION_COLUMNS = `${FACT_COLUMNS}, original_slug` as const

export type TranslationOfArticle = TranslationWithOriginal & Pick<ArticleTranslation, 'original_id'>

/** The facts for readers with the published originals, by the id of the translation. */
export async function mapTranslationsWithOriginals(
  client: Client,
  translationIds: string[],
): Promise<Map<string, TranslationOfArticle>> {
  if (translationIds.length === 0) return new Map()
  const { data } = await client
    .from('translations_with_originals')
    .select(TRANSLATION_COLUMNS)
    .in('translation_id', translationIds)
    .throwOnError()
  return new Map(
    data.map(({ original_slug: slug, ...fact }) => [
      fact.translation_id,
      { ...fact, original: slug === null ? null : { slug } },
    ]),
  )
}

/** The number of the last runs of an article that are read; each language has had one of them, unless others had many. */
const LAST_RUNS = 50
const RUN_COLUMNS =
  'id, article_id, language, status, renews_all, attempt, requested_at, requested_by, started_at, ended_at, segments, segments_done, segments_reused, input_tokens, output_tokens, model, reason'

/** The last run of an original in each language. */
export async function listLastRuns(client: Client, articleId: string): Promise<RunState[]> {
  const { data } = await client
    .from('translation_runs')
    .select(RUN_COLUMNS)
    .eq('article_id', articleId)
    .order('requested_at', { ascending: false })
    .limit(LAST_RUNS)
    .throwOnError()
  return [...new Map(data.toReversed().map((run) => [run.language, run])).values()]
}

/** Ends a run; answers false when it had ended before. */
export async function cancelTranslation(client: Client, runId: string): Promise<boolean> {
  const { data } = await client.rpc('cancel_translation', { p_run_id: runId }).throwOnError()
  return data.status === 'cancelled'
}

/** The translations of an original that are waiting for a review while an earlier text is published, without their texts. */
export async function listPendingTranslations(
  client: Client,
  originalId: string,
): Promise<Pick<PendingTranslation, 'translation_id' | 'language' | 'parts' | 'made_at'>[]> {
  const { data } = await client
    .from('pending_translations')
    .select('translation_id, language, parts, made_at')
    .eq('original_id', originalId)
    .throwOnError()
  return data
}
