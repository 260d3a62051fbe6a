import type { Context } from 'hono'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { TranslateIssueAnswer } from '#core/domain/newsletter-composing.ts'
import { admitAdministrator } from '#server/functions/admit-administrator.ts'
import { answeringRefusals } from '#server/functions/answering-refusals.ts'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { translateIssue } from '#server/newsletter/compose/translate-issue.ts'

const input = z.strictObject({
  issueId: z.uuid(),
  languages: z
    .array(z.enum(TRANSLATED_LANGUAGES))
    .min(1)
    .max(TRANSLATED_LANGUAGES.length)
    .refine((languages) => new Set(languages).size === languages.length),
  replaceTexts: z.boolean().default(false),
})

const MALFORMED = `Send an object with issueId and languages: each of ${TRANSLATED_LANGUAGES.join(', ')} at most once, and at least one; and if you like replaceTexts, true or false.`

/** POST /functions/v1/translate-newsletter: makes editions of an issue out of its English one. */
export function createTranslateNewsletter(deps: ComposingDeps) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-composing')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: MALFORMED }, 400)
    return answeringRefusals(c, async () => {
      const editions = await translateIssue(deps, parsed.data)
      const [first] = editions
      if (first && editions.every(({ status }) => status === 'failed'))
        return c.json({ error: first.reason ?? '', code: 'model_failed' }, 503)
      return c.json({ success: true, editions } satisfies TranslateIssueAnswer)
    })
  }
}
