import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import {
  DEFAULT_BATCH_SIZE,
  MAX_BATCH_SIZE,
  MAX_QUEUED_TRANSLATIONS,
  type RequestedTranslation,
} from '#core/domain/translation-batch.ts'
import {
  QUEUE_IS_FULL,
  refuseModel,
  type TranslateDeps,
} from '#server/features/translation/functions/translate-article.ts'
import { requestTranslations } from '#server/features/translation/runs.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const keyOf = ({ articleId, language }: RequestedTranslation) => `${articleId.toLowerCase()} ${language}`

const input = z.strictObject({
  translations: z
    .array(z.strictObject({ articleId: z.uuid(), language: z.enum(TRANSLATED_LANGUAGES) }))
    .min(1)
    .max(MAX_QUEUED_TRANSLATIONS)
    .refine((translations) => new Set(translations.map(keyOf)).size === translations.length),
  batchSize: z.int().min(1).max(MAX_BATCH_SIZE).default(DEFAULT_BATCH_SIZE),
})

const MALFORMED = `Send an object with translations, 1 to ${MAX_QUEUED_TRANSLATIONS.toLocaleString('en')} objects of which none is there twice, each with an articleId and a language: ${TRANSLATED_LANGUAGES.join(', ')}.`

/** Has translations made or brought up to date, few at once. It does not wait for them. */
export const queueTranslations = withBody(
  input,
  ({ issues: [issue] }) => ({
    error:
      issue?.path[0] === 'batchSize'
        ? `The batch size is a whole number from 1 to ${MAX_BATCH_SIZE}.`
        : MALFORMED,
  }),
  async (deps: TranslateDeps, { translations, batchSize }, { userId }) => {
    const { sql, ai } = deps
    const unknown = await countOthers(sql, translations)
    if (unknown > 0) return refuse(400, sentenceFor(unknown))
    const refusal = await refuseModel(ai)
    if (refusal) return refusal
    try {
      const batch = { id: randomUUID(), size: batchSize }
      const ids = await sql.transaction((transaction) =>
        requestTranslations(deps, transaction, { asked: translations, requestedBy: userId, batch }),
      )
      return answer({ success: true, queued: ids.length })
    } catch (error) {
      if (error instanceof QueueFullError) return refuse(503, QUEUE_IS_FULL)
      throw error
    }
  },
)

/** How many of these articles are no English originals, or not there. */
async function countOthers(sql: Session, translations: readonly RequestedTranslation[]): Promise<number> {
  const ids = [...new Set(translations.map(({ articleId }) => articleId.toLowerCase()))]
  const [row] = await sql<[{ originals: number }]>`
    select count(*)::integer as originals from public.articles
    where id = any(${ids}::uuid[]) and language = 'en' and original_article_id is null`
  return ids.length - row.originals
}

function sentenceFor(count: number): string {
  const what =
    count === 1
      ? 'One of the articles is not there any more, or is'
      : `${count} of the articles are not there any more, or are`
  return `${what} no English original. Nothing has been queued.`
}
