import type { Context } from 'hono'
import * as z from 'zod'
import type { RedoItemAnswer } from '#core/domain/newsletter-composing.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { admitAdministrator } from '#server/functions/admit-administrator.ts'
import { answeringRefusals } from '#server/functions/answering-refusals.ts'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { redoItem } from '#server/newsletter/compose/redo-item.ts'

const input = z.strictObject({ itemId: z.uuid(), language: z.enum(LANGUAGES.map(({ code }) => code)) })

/** POST /functions/v1/redo-newsletter-item: has the summary of one item written again. */
export function createRedoNewsletterItem(deps: ComposingDeps) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-item')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send an object with itemId and language.' }, 400)
    return answeringRefusals(c, async () => {
      const redone = await redoItem(deps, parsed.data)
      return c.json({ success: true, ...redone } satisfies RedoItemAnswer)
    })
  }
}
