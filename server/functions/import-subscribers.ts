import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from 'hono'
import * as z from 'zod'
import { CONSENT_SOURCE_MAX_LENGTH } from '#core/domain/subscriber-import.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { answerLate } from '#server/http/answer-late.ts'
import { importSubscribers } from '#server/newsletter/import/import-subscribers.ts'
import { UnreadableFile } from '#server/newsletter/import/read-lines.ts'
import type { SiteServices } from '#server/services.ts'

/** After this time the response begins before its end. */
const PATIENCE_MS = 10_000

const query = z.strictObject({
  // It is stored with the consent, and shown in one line.
  source: z
    .string()
    .trim()
    .min(1)
    .max(CONSENT_SOURCE_MAX_LENGTH)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
  dryRun: z.literal('1').optional(),
})

/**
 * POST /functions/v1/import-subscribers?source=…&dryRun=1: imports the subscribers of a CSV file, for administrators. The body is the file, as
 * text/csv; the response is an `ImportReport`.
 */
export function createImportSubscribers(deps: AdmitDeps & Pick<SiteServices, 'sql'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'subscriber-import', 'text/csv')
    if (admitted instanceof Response) return admitted
    const parameters = [...new URL(c.req.url).searchParams]
    const parsed = query.safeParse(Object.fromEntries(parameters))
    if (!parsed.success || new Set(parameters.map(([name]) => name)).size < parameters.length)
      return c.json(
        {
          error: `Say where the consent comes from, as source: 1 to ${CONSENT_SOURCE_MAX_LENGTH} characters. The only other parameter is dryRun=1.`,
        },
        400,
      )
    const body = c.req.raw.body
    if (!body) return c.json({ error: 'Send the CSV file as the body of the request.' }, 400)
    try {
      const { source, dryRun } = parsed.data
      const staged = Promise.withResolvers<void>()
      const report = importSubscribers(deps.sql, {
        body,
        source,
        dryRun: dryRun === '1',
        actor: String(admitted.sub),
        onStaged: staged.resolve,
      })
      // Until the file has been read there may be something to refuse. Most imports are done soon after that.
      await Promise.race([report, staged.promise])
      const soon = await Promise.race([report, delay(PATIENCE_MS, 'not yet' as const, { ref: false })])
      if (soon === 'not yet') return answerLate(report)
      c.header('cache-control', 'no-store')
      if (soon) return c.json(soon)
      return c.json({ error: 'Another import is under way. Please try again when it has ended.' }, 409)
    } catch (error) {
      if (error instanceof UnreadableFile) return c.json({ error: error.message }, error.status)
      throw error
    }
  }
}
