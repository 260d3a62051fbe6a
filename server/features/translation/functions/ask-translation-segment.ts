import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { refuseArticle, refuseModel } from '#server/features/translation/functions/translate-article.ts'
import { suggestText } from '#server/features/translation/review/suggest-text.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

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

/** Another wording of one text. It is not stored. */
export const askTranslationSegment = withBody(
  input,
  'Send an object with articleId, language, revision, position and hint.',
  async (deps: Deps, asked, { userId, request }) => {
    const { sql, ai, settings, suggestionTimeoutMs = SUGGESTION_TIMEOUT_MS } = deps
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
      const { message, code, retryAfterSeconds } = error
      if (code === 'aborted' && timeout.aborted) return refuse(504, TOO_SLOW, { more: { code } })
      const headers = retryAfterSeconds ? { 'retry-after': String(Math.ceil(retryAfterSeconds)) } : {}
      return refuse(statusOf(error), message, { more: { code }, headers })
    }
  },
)

function statusOf({ code, isTemporary }: ModelError): 409 | 502 | 503 {
  if (code === 'paused_by_budget' || code === 'not_configured' || code === 'key_unreadable') return 409
  return isTemporary || code === 'aborted' ? 503 : 502
}
