import type { Context } from 'hono'
import * as z from 'zod'
import { DEFAULT_DAYS_BACK, type GenerateAnswer, MAX_DAYS_BACK } from '#core/domain/newsletter-composing.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { admitAdministrator } from '#server/functions/admit-administrator.ts'
import { actorOf, answeringRefusals } from '#server/functions/answering-refusals.ts'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { composeIssue } from '#server/newsletter/compose/compose-issue.ts'
import { noSuchIssue } from '#server/newsletter/compose/compose-refusal.ts'
import { generateOnce } from '#server/newsletter/compose/generate-once.ts'
import { readIssue } from '#server/newsletter/read-issue.ts'
import { renderIssue } from '#server/newsletter/render/render-issue.ts'

const input = z.strictObject({
  daysBack: z.int().min(1).max(MAX_DAYS_BACK).default(DEFAULT_DAYS_BACK),
  issueId: z.uuid().optional(),
  language: z.enum(LANGUAGES.map(({ code }) => code)).default('en'),
})

const MALFORMED = `Send an object with daysBack, a whole number from 1 to ${MAX_DAYS_BACK}, and if you like the issueId of a draft and a language.`

/** POST /functions/v1/generate-newsletter: composes a draft of the articles of the last days, or composes one again. */
export function createGenerateNewsletter(deps: ComposingDeps) {
  const { sql } = deps
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-composing')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ success: false, error: MALFORMED }, 400)
    const { issueId = null, language, daysBack } = parsed.data
    return answeringRefusals(c, async () => {
      const compose = () => composeIssue(deps, { issueId, language, daysBack, actor: actorOf(claims) })
      const composed =
        issueId === null ? await generateOnce(sql, { language, daysBack }, compose) : await compose()
      const content = await readIssue(sql, composed.issueId)
      if (!content) throw noSuchIssue()
      const editions = content.editions.filter((one) => one.language === language)
      const [rendered] = await renderIssue(deps, { ...content, editions })
      const { articleCount, composedBy, reason, dropped } = composed
      return c.json({
        success: true,
        newsletter: {
          subject: rendered?.subject ?? '',
          content: rendered?.content ?? '',
          articleCount,
        },
        issueId: composed.issueId,
        composedBy,
        reason,
        dropped,
      } satisfies GenerateAnswer)
    })
  }
}
