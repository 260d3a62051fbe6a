import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { z } from '#core/domain/schema.ts'

export type TranslationStatus = Row<'translation_runs'>['status']

/** A segment for which no translation passed the checks. */
export interface FailedSegment {
  segment: string
  kind: string
  source: string
  /** The last answer of the model; empty when it did not answer. */
  text: string
  /** Its problems, each a sentence for editors. */
  problems: string[]
}

/** The state of the translation of one article into one language. */
export type TranslationRun = Narrowed<
  Row<'translation_runs'>,
  {
    failures: FailedSegment[]
  }
>

/** A run without the texts that failed, of which there may be many. */
export type RunState = Omit<TranslationRun, 'failures'>

/** A paused run has not ended. */
export const hasEnded = ({ status }: Pick<TranslationRun, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

/** The request of the function translate-article. */
export interface TranslationRequest {
  articleId: string
  targetLanguages: TranslatedLanguage[]
  /** True for only those languages whose last translation failed. */
  retryFailed?: boolean
  renewAll?: boolean
}

export interface NamedLanguage {
  language: TranslatedLanguage
  languageName: string
}

/** The answer of translate-article when all is done, or after a while with the results so far. */
export interface TranslationAnswer {
  success: boolean
  results: {
    successful: NamedLanguage[]
    failed: (NamedLanguage & { error: string })[]
    running: NamedLanguage[]
    total: number
  }
  summary: { message: string }
}

/** The number of translations of one call that run concurrently. */
export const DEFAULT_BATCH_SIZE = 5
export const MAX_BATCH_SIZE = 20

/** The most translations that one call may queue. */
export const MAX_QUEUED_TRANSLATIONS = 1_000

/** A translation that is asked for, by its original. */
export interface RequestedTranslation {
  articleId: string
  language: TranslatedLanguage
}

/** The number of titles that `retranslate-articles` names as samples. */
export const RETRANSLATION_SAMPLES = 5

const count = z.int().min(0)
const translation = { id: z.string(), language: z.enum(TRANSLATED_LANGUAGES) }

const estimate = z.object({
  /** Segments that are not in the translation memory. */
  segments: count,
  tokens: z.object({ input: count, output: count }),
  /** Null when the model has no price. */
  cost: z.number().nullable(),
  currency: z.string(),
  /** The number of articles in the sample, when it does not contain all of them. */
  sampled: count.nullable(),
})

/** The effort and the cost of translations, by today's prices. */
export type TranslationEstimate = z.infer<typeof estimate>

/** The fields of every answer of `retranslate-articles`. `docs/administration/translations.md` describes them with the same words. */
const always = {
  found: count.describe('how many translations there are in these languages'),
  translations: z
    .array(z.object({ ...translation, title: z.string() }))
    .max(RETRANSLATION_SAMPLES)
    .describe(`the first ${RETRANSLATION_SAMPLES} of them, each with its id, language and title`),
  processed: count.describe('how many of them have ended; none in a dry run'),
  successful: count.describe('how many of those were brought up to date'),
  results: z
    .array(z.object({ ...translation, success: z.boolean(), error: z.string().optional() }))
    .describe('those that have ended, each with its id, language and success, and the error if it failed'),
}

/** The effect of retranslating. */
export const retranslationPlan = z.object({
  success: z.literal(true),
  dryRun: z.literal(true),
  ...always,
  estimate: estimate.describe('of a dry run only: the segments, tokens and cost of it'),
})
export type RetranslationPlan = z.infer<typeof retranslationPlan>

/** The state of requested translations, as far as it is known yet. */
export const retranslationResult = z.object({
  success: z.boolean().describe('whether none has failed so far'),
  dryRun: z.literal(false).describe('whether it was a dry run'),
  ...always,
  running: count.describe('of a real run only: how many have not ended yet'),
})
export type RetranslationResult = z.infer<typeof retranslationResult>

/** The number in a field, 5 when it is blank; null when it is not a whole number that may be used. */
export function readBatchSize(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return DEFAULT_BATCH_SIZE
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return size >= 1 && size <= MAX_BATCH_SIZE ? size : null
}
