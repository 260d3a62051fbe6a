import type { Context } from 'hono'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { refusalOfArticle } from '#server/functions/refusal-of-article.ts'
import { refuseReview } from '#server/functions/refuse-review.ts'
import { isOpen, openReview } from '#server/review/open-review.ts'
import { showReview } from '#server/review/show-review.ts'
import type { SiteServices } from '#server/services.ts'

const input = z.strictObject({
  articleId: z.uuid(),
  language: z.enum(TRANSLATED_LANGUAGES),
  /** Beside what the original says now, and not beside what was translated. */
  current: z.boolean().default(false),
})

/** POST /functions/v1/read-translation-review: a translation beside its original, or what it could begin with. */
export function createReadTranslationReview(deps: AdmitDeps & Pick<SiteServices, 'sql'>) {
  const { sql } = deps
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'review')
    if (admitted instanceof Response) return admitted
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ error: `Send an object with articleId and language: ${NAMES}.` }, 400)
    const refusal = await refusalOfArticle(sql, parsed.data.articleId)
    if (refusal) return c.json({ error: refusal.error }, refusal.status)
    const review = await openReview(sql, parsed.data)
    c.header('cache-control', 'no-store')
    return isOpen(review) ? c.json(await showReview(review)) : refuseReview(c, review)
  }
}

const NAMES = `one of ${TRANSLATED_LANGUAGES.join(', ')}`
