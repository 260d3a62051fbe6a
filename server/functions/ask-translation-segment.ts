import type { Context } from 'hono'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import { ModelError } from '#server/ai/model-error.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { refusalOfArticle } from '#server/functions/refusal-of-article.ts'
import { refusalOfModel } from '#server/functions/translate-article.ts'
import { suggestText } from '#server/review/suggest-text.ts'
import type { SiteServices } from '#server/services.ts'

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

/** Longer than that nobody looks at one sentence that does not come. */
const PATIENCE_MS = 90_000

type Deps = AdmitDeps & Pick<SiteServices, 'sql' | 'ai' | 'settings'>

/** POST /functions/v1/ask-translation-segment: another wording of one text. It is not stored. */
export function createAskTranslationSegment(deps: Deps, patienceMs = PATIENCE_MS) {
  const { sql, ai, settings } = deps
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'segment-question')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ error: 'Send an object with articleId, language, revision, position and hint.' }, 400)
    const { articleId, language } = parsed.data
    const refusal = await refusalOfArticle(sql, articleId)
    if (refusal) return c.json({ error: refusal.error }, refusal.status)
    const missing = await refusalOfModel(ai)
    if (missing) return c.json(missing, 409)

    const timeout = AbortSignal.timeout(patienceMs)
    const signal = AbortSignal.any([timeout, c.req.raw.signal])
    const style = settings.current().translation_style[language] ?? ''
    try {
      const suggestion = await suggestText({ sql, ai }, parsed.data, {
        style,
        caller: `review of ${claims.sub ?? ''}`,
        signal,
      })
      if (!suggestion)
        return c.json(
          { error: 'The original has changed meanwhile. Open the review again.', code: 'changed' },
          409,
        )
      c.header('cache-control', 'no-store')
      return c.json(suggestion)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      const { message, code, retryAfterSeconds } = error
      if (code === 'aborted' && timeout.aborted) return c.json({ error: TOO_SLOW, code }, 504)
      if (retryAfterSeconds) c.header('retry-after', String(Math.ceil(retryAfterSeconds)))
      return c.json({ error: message, code }, statusOf(error))
    }
  }
}

const TOO_SLOW = 'The language model has not answered in time. Try again, or write the text yourself.'

function statusOf({ code, isTemporary }: ModelError): 409 | 502 | 503 {
  if (code === 'paused_by_budget' || code === 'not_configured' || code === 'key_unreadable') return 409
  return isTemporary || code === 'aborted' ? 503 : 502
}
