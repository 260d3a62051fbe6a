import type { Context } from 'hono'
import * as z from 'zod'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { readProgress } from '#server/newsletter/send/read-progress.ts'
import type { SiteServices } from '#server/services.ts'

const input = z.strictObject({ issueId: z.uuid() })

/** POST /functions/v1/read-newsletter-progress: how far the sending of an issue is. */
export function createReadNewsletterProgress(deps: AdmitDeps & Pick<SiteServices, 'sql'>) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter-progress')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send an object with issueId, the id of an issue.' }, 400)
    const progress = await readProgress(deps.sql, parsed.data.issueId)
    if (!progress) return c.json({ error: 'There is no such newsletter.' }, 404)
    c.header('cache-control', 'no-store')
    return c.json(progress)
  }
}
