import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { TranslatedFields } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { TranslationEstimate } from '#core/domain/translation-run.ts'
import {
  DEFAULT_BATCH_SIZE,
  MAX_BATCH_SIZE,
  MAX_QUEUED_TRANSLATIONS,
  RETRANSLATION_SAMPLES,
  type RequestedTranslation,
  type RetranslationPlan,
  type RetranslationResult,
} from '#core/domain/translation-run.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { keepsToGlossary } from '#core/translation/plan-translation.ts'
import { batchesOf, systemTextFor } from '#server/features/translation/ask-for-segments.ts'
import { cutArticle } from '#server/features/translation/cut.ts'
import {
  errorOf,
  isUnderWay,
  mayTranslate,
  requestRuns,
  type TranslateDeps,
  translatedLanguages,
  waitForRuns,
} from '#server/features/translation/functions/translate-article.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import { keyOfText, recallTexts } from '#server/features/translation/memory.ts'
import { translatedColumns } from '#server/features/translation/read-story.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { estimateTokens } from '#server/platform/ai/model-error.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
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

/** The most articles that are sampled, because cutting takes milliseconds each. */
const MOST_SAMPLED = 200
/** The overhead of JSON per segment, in characters. */
const AROUND_SEGMENT = 30

/** Estimates the tokens and the cost of updating translations, from the texts that are not remembered or break the glossary. */
export async function estimateTranslations(
  { sql, ai }: { sql: Sql; ai: Pick<LanguageModel, 'readState'> },
  asked: readonly { articleId: string; language: TranslatedLanguage }[],
): Promise<TranslationEstimate> {
  const step = Math.max(1, asked.length / MOST_SAMPLED)
  const sample = Array.from(
    { length: Math.min(asked.length, MOST_SAMPLED) },
    (_, index) => asked[Math.floor(index * step)],
  )
  const glossaries = await readGlossaries(sql, asked)
  let [segments, input, output] = [0, 0, 0]
  for (const one of sample) {
    if (!one) continue
    const [original] = await sql<TranslatedFields[]>`
      select ${translatedColumns()} from public.articles where id = ${one.articleId}`
    if (!original) continue
    const all = (await cutArticle(original)).segments
    const texts = all.map((segment) => ({ context: contextOf(segment), text: segment.text }))
    const known = await recallTexts(sql, texts, { language: one.language })
    const glossary = glossaries.get(one.language) ?? null
    const missing = all.filter((_, index) => {
      const wordings = known.get(keyOfText(texts[index] ?? { context: '', text: '' })) ?? []
      return !wordings.some(({ origin, text: source, translation }) =>
        keepsToGlossary(glossary, { origin, source, translation }),
      )
    })
    const characters = missing.reduce((sum, { text }) => sum + text.length + AROUND_SEGMENT, 0)
    segments += missing.length
    input += estimateTokens(characters + batchesOf(missing).length * systemTextFor(one.language).length)
    output += estimateTokens(characters)
  }
  const share = sample.length === 0 ? 1 : asked.length / sample.length
  const tokens = { input: Math.round(input * share), output: Math.round(output * share) }
  const { connection, prices, currency } = await ai.readState()
  const price = prices.find(({ model }) => model === connection?.model)
  return {
    segments: Math.round(segments * share),
    tokens,
    cost: price ? (tokens.input * price.input + tokens.output * price.output) / 1_000_000 : null,
    currency,
    sampled: sample.length < asked.length ? sample.length : null,
  }
}

async function readGlossaries(sql: Sql, asked: readonly { language: TranslatedLanguage }[]) {
  const glossaries = new Map<TranslatedLanguage, Glossary | null>()
  for (const language of new Set(asked.map(({ language }) => language)))
    glossaries.set(language, (await readGlossary(sql, language)).glossary)
  return glossaries
}
