import type { Context } from 'hono'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { ReviewAnswer } from '#core/domain/translation-review.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { refusalOfArticle } from '#server/functions/refusal-of-article.ts'
import { refuseReview } from '#server/functions/refuse-review.ts'
import type { ReviewFindings } from '#server/review/check-review.ts'
import { isOpen, openReview } from '#server/review/open-review.ts'
import { saveReview } from '#server/review/save-review.ts'
import { showReview } from '#server/review/show-review.ts'
import type { SiteServices } from '#server/services.ts'

/** In UTF-8 that is less than the memory takes. */
const MAX_TEXT_CHARACTERS = 40_000

const positions = z
  .array(z.int().min(0).max(MAX_SEGMENTS))
  .max(MAX_SEGMENTS)
  .refine((all) => new Set(all).size === all.length)
const input = z.strictObject({
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
})

const MALFORMED =
  'Send an object with articleId, language, revision, version, the texts of all segments in their order, and the positions that are approved, decided and confirmed, each at most once.'
const CHANGED: ReviewAnswer = {
  status: 'changed',
  error: 'Somebody has saved another version of this translation, or of its original, meanwhile.',
}

/** POST /functions/v1/save-translation-review: what an editor has written, decided and approved. */
export function createSaveTranslationReview(deps: AdmitDeps & Pick<SiteServices, 'sql' | 'siteUrl'>) {
  const { sql } = deps
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'review')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: MALFORMED }, 400)
    const { articleId, language, version } = parsed.data
    const refusal = await refusalOfArticle(sql, articleId)
    if (refusal) return c.json({ error: refusal.error }, refusal.status)
    const by = typeof claims.sub === 'string' ? claims.sub : null
    const outcome = await saveReview(deps, parsed.data, by)
    c.header('cache-control', 'no-store')
    switch (outcome.status) {
      case 'changed':
        return c.json(CHANGED, 409)
      case 'malformed':
        return c.json({ error: MALFORMED }, 400)
      case 'refused':
        return c.json(refused(outcome), 422)
      case 'gone':
      case 'structure':
      case 'outdated':
        return refuseReview(c, outcome.status)
    }
    const review = await openReview(sql, { articleId, language, current: version.startsWith('current.') })
    if (!isOpen(review)) return refuseReview(c, review)
    return c.json({ status: outcome.status, review: await showReview(review) } satisfies ReviewAnswer)
  }
}

function refused({ problems, others }: ReviewFindings): ReviewAnswer {
  const count = problems.size
  const error =
    count === 1 ? 'One text cannot be stored like this.' : `${count} texts cannot be stored like this.`
  return {
    status: 'refused',
    error: [...(count > 0 ? [error] : []), ...others.slice(0, 10)].join(' '),
    problems: [...problems].map(([position, sentences]) => ({ position, sentences })),
  }
}
