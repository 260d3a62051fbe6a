import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  DEFAULT_BATCH_SIZE,
  MAX_BATCH_SIZE,
  MAX_QUEUED_TRANSLATIONS,
  RETRANSLATION_SAMPLES,
  type RequestedTranslation,
  type RetranslationPlan,
  type RetranslationResult,
} from '#core/domain/translation-run.ts'
import { estimateTranslations } from '#server/features/translation/estimate-translations.ts'
import {
  errorOf,
  isUnderWay,
  mayTranslate,
  requestRuns,
  type TranslateDeps,
  translatedLanguages,
  waitForRuns,
} from '#server/features/translation/functions/translate-article.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { WAIT_MS } from '#server/platform/http/keep-alive-response.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { refuseModel } from '#server/supabase/functions/refuse-model.ts'

/** The most translations of one call. */
const MAX_TRANSLATIONS = 50_000

const retranslation = z.strictObject({
  batchSize: z.int().min(1).max(MAX_BATCH_SIZE).default(DEFAULT_BATCH_SIZE),
  languages: translatedLanguages,
  dryRun: z.boolean().default(false),
})

interface Found {
  id: string
  language: TranslatedLanguage
  title: string
  articleId: string
}

/** Updates all translations in some languages, few at a time. */
export const retranslateArticles = withBody(
  retranslation,
  (error) => ({ error: describeInvalid(error) }),
  async (deps: TranslateDeps, { batchSize, languages, dryRun }, { userId, claims, request }) => {
    const { sql, ai, waitMs = WAIT_MS } = deps
    const found = await sql<Found[]>`
      select translation.id, translation.language, translation.title, original.id as "articleId"
      from public.articles as translation join public.articles as original on original.id = translation.original_article_id
      where original.language = 'en' and translation.language = any(${languages}::text[])
      order by original.publish_date desc, original.id, translation.language limit ${MAX_TRANSLATIONS}`
    if (dryRun) {
      return answer({
        success: true,
        dryRun: true,
        ...describeFound(found),
        processed: 0,
        successful: 0,
        results: [],
        estimate: await estimateTranslations(deps, found),
      } satisfies RetranslationPlan)
    }
    const refusal = await refuseModel(ai)
    if (refusal) return refusal
    const batch = { id: randomUUID(), size: batchSize }
    return requestRuns(deps, claims, { asked: found, requestedBy: userId, batch }, async (ids) =>
      answer(reportBatch(found, await waitForRuns(sql, ids, { waitMs, signal: request.signal }))),
    )
  },
)

function describeInvalid({ issues }: z.ZodError): string {
  const issue = issues[0]
  const field = issue?.path[0]
  if (field === 'batchSize') return `The batch size is a whole number from 1 to ${MAX_BATCH_SIZE}.`
  if (issue && field === 'languages')
    return issue.code === 'too_small'
      ? 'Please select at least one language to retranslate'
      : `The languages are of ${TRANSLATED_LANGUAGES.join(', ')}, each at most once.`
  return 'Send an object with batchSize, languages and dryRun.'
}

const describeFound = (found: readonly Found[]) => ({
  found: found.length,
  translations: found
    .slice(0, RETRANSLATION_SAMPLES)
    .map(({ id, language, title }) => ({ id, language, title })),
})

function reportBatch(
  found: readonly Found[],
  runs: Awaited<ReturnType<typeof waitForRuns>>,
): RetranslationResult {
  const ids = new Map(found.map(({ id, articleId, language }) => [`${articleId} ${language}`, id]))
  const ended = runs.filter((run) => !isUnderWay(run))
  const results = ended.map((run) => ({
    id: ids.get(`${run.articleId} ${run.language}`) ?? '',
    language: run.language,
    success: run.status === 'succeeded',
    ...(run.status !== 'succeeded' && { error: errorOf(run) }),
  }))
  const successful = results.filter(({ success }) => success).length
  return {
    success: successful === results.length,
    dryRun: false,
    ...describeFound(found),
    processed: results.length,
    successful,
    running: runs.length - ended.length,
    results,
  }
}

const keyOf = ({ articleId, language }: RequestedTranslation) => `${articleId.toLowerCase()} ${language}`

const batchOfTranslations = z.strictObject({
  translations: z
    .array(z.strictObject({ articleId: z.uuid(), language: z.enum(TRANSLATED_LANGUAGES) }))
    .min(1)
    .max(MAX_QUEUED_TRANSLATIONS)
    .refine((translations) => new Set(translations.map(keyOf)).size === translations.length),
  batchSize: z.int().min(1).max(MAX_BATCH_SIZE).default(DEFAULT_BATCH_SIZE),
})

const MALFORMED = `Send an object with translations, 1 to ${MAX_QUEUED_TRANSLATIONS.toLocaleString('en')} objects of which none is there twice, each with an articleId and a language: ${TRANSLATED_LANGUAGES.join(', ')}.`

/** Queues translations, which run few at a time, and does not wait for them. */
export const queueTranslations = withBody(
  batchOfTranslations,
  ({ issues: [issue] }) => ({
    error:
      issue?.path[0] === 'batchSize'
        ? `The batch size is a whole number from 1 to ${MAX_BATCH_SIZE}.`
        : MALFORMED,
  }),
  async (deps: TranslateDeps, { translations, batchSize }, { userId, claims, demandAgain }) => {
    const { sql, ai } = deps
    await sql.transaction((transaction) => demandAgain(transaction, mayTranslate(translations)))
    const unknown = await countOthers(sql, translations)
    if (unknown > 0) return refuse(400, describeMissing(unknown))
    const refusal = await refuseModel(ai)
    if (refusal) return refusal
    const batch = { id: randomUUID(), size: batchSize }
    return requestRuns(deps, claims, { asked: translations, requestedBy: userId, batch }, async (ids) =>
      answer({ success: true, queued: ids.length }),
    )
  },
)

/** The number of these articles that are no English originals, or do not exist. */
async function countOthers(sql: Session, translations: readonly RequestedTranslation[]): Promise<number> {
  const ids = [...new Set(translations.map(({ articleId }) => articleId.toLowerCase()))]
  const [row] = await sql<[{ originals: number }]>`
    select count(*)::integer as originals from public.articles
    where id = any(${ids}::uuid[]) and language = 'en' and original_article_id is null`
  return ids.length - row.originals
}

function describeMissing(count: number): string {
  const what =
    count === 1
      ? 'One of the articles is not there any more, or is'
      : `${count} of the articles are not there any more, or are`
  return `${what} no English original. Nothing has been queued.`
}
