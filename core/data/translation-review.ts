import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, partOf, readPage } from '#core/data/postgrest.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type {
  ReportAnswer,
  ReportInput,
  ReviewAnswer,
  ReviewInput,
  SegmentQuestion,
  SegmentSuggestion,
  TranslationReport,
  TranslationReview,
  TranslationToReview,
} from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

/** The reason why nothing was asked: there is no model, it cannot be used, or it has not answered. */
export interface SegmentRefusal {
  error: string
  code: string
}

/** The reason why a translation cannot be shown beside its original, as a sentence. */
export interface ReviewRefusal {
  error: string
  code: 'structure' | 'outdated'
}

/**
 * A translation beside its original; with `current`, beside the present text of the original. Null when the original is gone, or is none.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function readTranslationReview(
  client: Client,
  asked: { articleId: string; language: TranslatedLanguage; current: boolean },
): Promise<TranslationReview | ReviewRefusal | null> {
  const { data, error } = await client.functions.invoke<TranslationReview>('read-translation-review', {
    body: asked,
  })
  if (error instanceof FunctionsHttpError && error.context.status === 404) return null
  const refusal = await bodyOf<ReviewRefusal>(error, [409])
  if (refusal && 'code' in refusal) return refusal
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Saves an editor's review of a translation. @throws when the caller is not allowed to, or the request failed */
export async function saveTranslationReview(client: Client, input: ReviewInput): Promise<ReviewAnswer> {
  const { data, error } = await client.functions.invoke<ReviewAnswer>('save-translation-review', {
    body: input,
  })
  if (!error && data) return data
  const answer = await bodyOf<ReviewAnswer | ReviewRefusal>(error, [409, 422])
  // A translation that can no longer be reviewed has been changed in the meantime.
  if (answer) return 'status' in answer ? answer : { status: 'changed', error: answer.error }
  throw error ?? new TypeError('The function has returned nothing')
}

/** Asks the model for one segment again. @throws when the caller is not allowed to, or the request failed */
export async function askTranslationSegment(
  client: Client,
  question: SegmentQuestion,
): Promise<SegmentSuggestion | SegmentRefusal> {
  const { data, error } = await client.functions.invoke<SegmentSuggestion>('ask-translation-segment', {
    body: question,
  })
  if (!error && data) return data
  const refusal = await bodyOf<SegmentRefusal>(error, [409, 502, 503, 504])
  if (refusal && 'error' in refusal) return refusal
  throw error ?? new TypeError('The function has returned nothing')
}

/** The body of an expected refusal. */
async function bodyOf<Body>(error: unknown, statuses: readonly number[]): Promise<Body | null> {
  if (!(error instanceof FunctionsHttpError) || !statuses.includes(error.context.status)) return null
  const body: unknown = await error.context.json().catch(() => null)
  return typeof body === 'object' && body !== null ? (body as Body) : null
}

/** The most rows that one request returns. */
const PAGE = 1000
/** The most terms that are compiled. */
const MAX_TERMS = 2000

/** The rules of the glossary for a language, as texts are checked with them. */
export async function listGlossaryEntries(
  client: Client,
  language: TranslatedLanguage,
): Promise<GlossaryEntry[]> {
  const entries: GlossaryEntry[] = []
  for (let from = 0; from === entries.length && from < MAX_TERMS; from += PAGE) {
    const { data } = await client
      .from('glossary_terms')
      .select('term, rule, translation')
      .eq('language', language)
      .order('id')
      .range(from, from + PAGE - 1)
      .throwOnError()
    for (const { term, rule, translation } of data)
      entries.push(translation === null ? { term, rule } : { term, rule, as: translation })
  }
  return entries
}

export interface ToReviewOptions extends PageOptions {
  /** Null means all languages. */
  language: TranslatedLanguage | null
  /** Only translations that the caller has, or is asked about. */
  isMine?: boolean
}

/** A page of the waiting translations, the longest waiting first. @throws with code 42501 if the caller is not an administrator */
export async function listTranslationsToReview(
  client: Client,
  { language, isMine = false, ...part }: ToReviewOptions,
): Promise<Page<TranslationToReview>> {
  const { data } = await client
    .rpc('list_translations_to_review', {
      p_language: language,
      p_mine: isMine,
      ...partOf(part),
    })
    .throwOnError()
  return data
}

/** The translation that has waited longest, in this language or in any, and of another article than that; null when there is none. */
export async function findNextToReview(
  client: Client,
  { language, exceptOriginalId }: { language: TranslatedLanguage | null; exceptOriginalId: string | null },
): Promise<Pick<TranslationToReview, 'original_id' | 'language'> | null> {
  const { data } = await client
    .rpc('list_translations_to_review', {
      p_language: language,
      p_except_original: exceptOriginalId,
      p_limit: 1,
    })
    .throwOnError()
  const [next] = data.rows
  return next ? { original_id: next.original_id, language: next.language } : null
}

/** Stores a reader's report. It must have passed checkTranslationReport. */
export async function reportTranslation(
  client: Client,
  { translationId, quote, comment }: ReportInput & { translationId: string },
): Promise<ReportAnswer> {
  const { data } = await client
    .rpc('report_translation', { p_translation_id: translationId, p_quote: quote, p_comment: comment })
    .throwOnError()
  return data
}

interface ListOptions extends PageOptions {
  status: TranslationReport['status']
  /** Only the reports of this translation. */
  translationId?: string | undefined
}

/** A page of the readers' reports, the oldest first, because it has waited longest. */
export async function listTranslationReports(
  client: Client,
  { status, translationId, ...page }: ListOptions,
): Promise<Page<TranslationReport>> {
  let query = client
    .from('translation_reports')
    .select('*', { count: 'exact' })
    .eq('status', status)
    .order('created_at')
    .order('id')
  if (translationId) query = query.eq('translation_id', translationId)
  return readPage((from, to) => query.range(from, to).throwOnError(), page)
}

/** Marks a report as done, or as open again; false when it is gone. */
export async function setReportStatus(
  client: Client,
  id: string,
  status: TranslationReport['status'],
): Promise<boolean> {
  const { data } = await client
    .from('translation_reports')
    .update({ status })
    .eq('id', id)
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Deletes a report; false when it was gone. */
export async function deleteTranslationReport(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('translation_reports').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}
