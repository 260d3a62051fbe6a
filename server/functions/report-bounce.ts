import type { Context } from 'hono'
import { readMailReport } from '#server/newsletter/reports/read-mail-report.ts'
import { recordBounce } from '#server/newsletter/reports/record-bounce.ts'
import type { SiteServices } from '#server/services.ts'

/**
 * POST /functions/v1/report-bounce: a delivery report or a complaint as it arrived in the mailbox of the sender, posted by a program that has the
 * secret key. Responds with how many recipients it was about, and for how many nothing more is sent.
 */
export function createReportBounce({ sql, identify }: Pick<SiteServices, 'sql' | 'identify'>) {
  return async (c: Context): Promise<Response> => {
    const caller = await identify(c.req.raw.headers)
    if (caller.kind !== 'service') {
      c.header('www-authenticate', 'Bearer')
      return c.json({ error: 'Send the secret key with the report.' }, 401)
    }
    if (!/^message\/rfc822 *(;|$)/i.test(c.req.header('content-type') ?? ''))
      return c.json({ error: 'Send the report as message/rfc822.' }, 415)
    const reports = await readMailReport(new Uint8Array(await c.req.arrayBuffer()))
    if (!reports) return c.json({ error: 'This mail is neither a delivery report nor a complaint.' }, 422)
    const recorded = await sql.transaction(async (transaction) => {
      const results = []
      for (const report of reports) results.push(await recordBounce(transaction, report))
      return results
    })
    return c.json({
      recorded: recorded.length,
      suppressed: recorded.filter(({ suppressed }) => suppressed).length,
    })
  }
}
