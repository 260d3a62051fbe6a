import type { Context } from 'hono'
import * as z from 'zod'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { admitAdministrator } from '#server/functions/admit-administrator.ts'
import { actorOf, answeringRefusals } from '#server/functions/answering-refusals.ts'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { reviewEdition } from '#server/newsletter/compose/review-edition.ts'

const input = z.strictObject({
  issueId: z.uuid(),
  language: z.enum(LANGUAGES.map(({ code }) => code)),
  updatedAt: z.iso.datetime({ offset: true }).optional(),
})

/** POST /functions/v1/review-newsletter-edition: somebody has read this edition, as it is now. */
export function createReviewNewsletterEdition(deps: ComposingDeps) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-item')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ error: 'Send an object with issueId, language, and if you like updatedAt.' }, 400)
    return answeringRefusals(c, async () => {
      await reviewEdition(deps.sql, { ...parsed.data, actor: actorOf(claims) })
      return c.json({ success: true })
    })
  }
}
