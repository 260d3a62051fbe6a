import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { ReviewAnswer } from '#core/domain/translation-review.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { mayTranslate, refuseArticle } from '#server/features/translation/functions/translate-article.ts'
import { isOpen, openReview, showReview } from '#server/features/translation/review/open-review.ts'
import type { ReviewFindings } from '#server/features/translation/review/review-decisions.ts'
import type { ReviewObstacle } from '#server/features/translation/review/review-places.ts'
import { saveReview } from '#server/features/translation/review/save-review.ts'
import { suggestText } from '#server/features/translation/review/suggest-text.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { refuseModel, refuseModelError } from '#server/supabase/functions/refuse-model.ts'

/** Responds with a translation beside its original, or with suggestions for a new one. */
export const readTranslationReview = withBody(
  z.strictObject({
    articleId: z.uuid(),
    language: z.enum(TRANSLATED_LANGUAGES),
    /** Beside the present text of the original instead of the translated one. */
    current: z.boolean().default(false),
  }),
  `Send an object with articleId and language: one of ${TRANSLATED_LANGUAGES.join(', ')}.`,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, input, { demandAgain }) => {
    await sql.transaction((transaction) => demandAgain(transaction, mayTranslate([input])))
    const refusal = await refuseArticle(sql, input.articleId)
    if (refusal) return refusal
    const review = await openReview(sql, input)
    return isOpen(review) ? answer(await showReview(review)) : refuseReview(review)
  },
)

/** In UTF-8 this is less than the translation memory accepts. */
const MAX_TEXT_CHARACTERS = 40_000

const positions = z
  .array(z.int().min(0).max(MAX_SEGMENTS))
  .max(MAX_SEGMENTS)
  .refine((all) => new Set(all).size === all.length)
const written = z.strictObject({
  articleId: z.uuid(),
  language: z.enum(TRANSLATED_LANGUAGES),
  revision: z.int().min(1).nullable(),
  version: z.string().max(100),
  texts: z
    .array(
      z
        .string()
        .max(MAX_TEXT_CHARACTERS)
        .refine((text) => text.isWellFormed() && !text.includes('\0')),
    )
    .max(MAX_SEGMENTS),
  approved: positions,
  decided: positions,
  confirmed: positions,
  reasons: z
    .array(
      z.strictObject({
        position: z.int().min(0).max(MAX_SEGMENTS),
        reason: z
          .string()
          .trim()
          .min(1)
          .max(500)
          .refine((text) => text.isWellFormed() && !text.includes('\0')),
      }),
    )
    .max(MAX_SEGMENTS)
    .default([]),
})

const MALFORMED =
  'Send an object with articleId, language, revision, version, the texts of all segments in their order, and the positions that are approved, decided and confirmed, each at most once. reasons is a list of {position, reason} for confirmed ones.'
const CHANGED: ReviewAnswer = {
  status: 'changed',
  error: 'Somebody has saved another version of this translation, or of its original, meanwhile.',
}

/** Saves what an editor has written, decided and approved. */
export const saveTranslationReview = withBody(
  written,
  MALFORMED,
  async (deps: Pick<FunctionDeps, 'sql' | 'siteUrl'>, input, { userId, demandAgain }) => {
    const { sql } = deps
    const { articleId, language, version } = input
    const demand = (transaction: Session) => demandAgain(transaction, mayTranslate([input]))
    await sql.transaction(demand)
    const refusal = await refuseArticle(sql, articleId)
    if (refusal) return refusal
    const outcome = await saveReview(deps, input, { by: userId, demand })
    switch (outcome.status) {
      case 'changed':
        return answer(CHANGED, { status: 409 })
      case 'malformed':
        return refuse(400, MALFORMED)
      case 'refused':
        return answer(refusedTexts(outcome), { status: 422 })
      case 'gone':
      case 'structure':
      case 'outdated':
        return refuseReview(outcome.status)
    }
    const review = await openReview(sql, { articleId, language, current: version.startsWith('current.') })
    if (!isOpen(review)) return refuseReview(review)
    return answer({ status: outcome.status, review: await showReview(review) } satisfies ReviewAnswer)
  },
)

function refusedTexts({ problems, others }: ReviewFindings): ReviewAnswer {
  const count = problems.size
  const error =
    count === 1 ? 'One text cannot be stored like this.' : `${count} texts cannot be stored like this.`
  return {
    status: 'refused',
    error: [...(count > 0 ? [error] : []), ...others.slice(0, 10)].join(' '),
    problems: [...problems].map(([position, sentences]) => ({ position, sentences })),
  }
}

const OBSTACLES: Record<ReviewObstacle, string> = {
  structure:
    'A person has changed the structure of this translation, so that its parts cannot be told apart any more. Edit it as an article, or renew all of it; what it says now stays in its history.',
  outdated:
    'Somebody has changed the text that readers have since this version was made. Update the translation to bring both together: nothing is translated again that has not changed.',
}

/** Says why a translation cannot be reviewed. */
function refuseReview(obstacle: ReviewObstacle | 'gone'): Response {
  if (obstacle === 'gone') return refuse(404, 'Article not found')
  return refuse(409, OBSTACLES[obstacle], { more: { code: obstacle } })
}

const input = z.strictObject({
  articleId: z.uuid(),
  language: z.enum(TRANSLATED_LANGUAGES),
  revision: z.int().min(1).nullable(),
  position: z.int().min(0).max(MAX_SEGMENTS),
  hint: z
    .string()
    .max(500)
    .refine((text) => text.isWellFormed()),
})

/** The default of `suggestionTimeoutMs`. */
const SUGGESTION_TIMEOUT_MS = 90_000
const TOO_SLOW = 'The language model has not answered in time. Try again, or write the text yourself.'

type Deps = Pick<FunctionDeps, 'sql' | 'ai' | 'settings' | 'suggestionTimeoutMs'>

/** Suggests another wording for one text. The suggestion is not stored. */
export const askTranslationSegment = withBody(
  input,
  'Send an object with articleId, language, revision, position and hint.',
  async (deps: Deps, asked, { userId, demandAgain, request }) => {
    const { sql, ai, settings, suggestionTimeoutMs = SUGGESTION_TIMEOUT_MS } = deps
    await sql.transaction((transaction) => demandAgain(transaction, mayTranslate([asked])))
    const refusal = (await refuseArticle(sql, asked.articleId)) ?? (await refuseModel(ai))
    if (refusal) return refusal

    const timeout = AbortSignal.timeout(suggestionTimeoutMs)
    const signal = AbortSignal.any([timeout, request.signal])
    const style = settings.current().translation_style[asked.language] ?? ''
    try {
      const suggestion = await suggestText({ sql, ai }, asked, {
        style,
        caller: `review of ${userId}`,
        signal,
      })
      if (suggestion) return answer(suggestion)
      const error = 'The original has changed meanwhile. Open the review again.'
      return refuse(409, error, { more: { code: 'changed' } })
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return refuseModelError(error, timeout.aborted && TOO_SLOW)
    }
  },
)
