import type { Client } from '#core/data/client.ts'
import type { ArticleTranslation } from '#core/domain/article-translation.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'

/** How the translations of an original were made, as far as that is recorded. */
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

/** So many of the last runs of an article are looked at; each language has had one of them, unless others had many. */
const LAST_RUNS = 50

/** The last run of an original in each language. */
export async function listLastRuns(client: Client, articleId: string): Promise<TranslationRun[]> {
  const { data } = await client
    .from('translation_runs')
    .select('*')
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
