import type { Context } from 'hono'
import * as z from 'zod'
import { admitAdministrator } from '#server/functions/admit-administrator.ts'
import { actorOf } from '#server/functions/answering-refusals.ts'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { createEmptyIssue } from '#server/newsletter/compose/create-issue.ts'

const input = z.strictObject({})

/** POST /functions/v1/create-newsletter: an empty draft with an English edition. */
export function createCreateNewsletter(deps: ComposingDeps) {
  const { sql, settings } = deps
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-composing')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send an empty object.' }, 400)
    const countsClicks = settings.current().newsletter_counts_clicks
    const issueId = await createEmptyIssue(sql, { actor: actorOf(claims), countsClicks })
    c.header('cache-control', 'no-store')
    return c.json({ issueId })
  }
}
