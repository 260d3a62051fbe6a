import * as z from 'zod'
import { bringBackBounced, findWronglyEnded } from '#server/features/newsletter/reports/judge-again.ts'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import { readResendEvent } from '#server/features/newsletter/reports/read-resend-event.ts'
import {
  type MailReport,
  recordBounce,
  recordReports,
} from '#server/features/newsletter/reports/record-bounce.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'subscriberLinks'>

/**
 * Takes a delivery report or a complaint as it arrived in the mailbox of the sender. Responds with the number of recipients that it names,
 * and of those that are suppressed.
 */
export async function reportBounce(deps: Deps, { request }: Call): Promise<Response> {
  const reports = await readMailReport(new Uint8Array(await request.arrayBuffer()))
  if (!reports) return refuse(422, 'This mail is neither a delivery report nor a complaint.')
  const recorded = await recordReports(deps, reports)
  return answer({
    recorded: recorded.length,
    suppressed: recorded.filter(({ suppressed }) => suppressed).length,
  })
}

/**
 * The webhook of Resend. Events that change nothing, also of unknown types, get status 200: otherwise Resend would retry them for a day and
 * then disable the webhook.
 */
export async function resendWebhook({ sql }: Pick<Deps, 'sql'>, { request }: Call): Promise<Response> {
  const reports = readResendEvent(await request.json().catch(() => null))
  if (!reports) return refuse(400, 'This is no event of Resend.')
  if (reports.length > 0) await recordOnce(sql, request.headers.get('svix-id') ?? '', reports)
  return answer({ received: true })
}

/** Records the reports of an event in one transaction with its id, so that a repeated event is recorded once. */
async function recordOnce(sql: Deps['sql'], svixId: string, reports: MailReport[]): Promise<void> {
  await sql.transaction(async (transaction) => {
    const isNew = await transaction`
      insert into private.resend_events (svix_id) values (${svixId}) on conflict do nothing returning svix_id`
    if (isNew.length === 0) return
    for (const report of reports) await recordBounce(transaction, report)
  })
}

/** Brings back a subscriber who was ended by a report that does not say that the mailbox is gone. */
export const undoBounce = withBody(
  z.strictObject({ id: z.uuid() }),
  'Send the id of one subscriber as id.',
  ({ sql }: Pick<Deps, 'sql'>, { id }, { userId }) =>
    sql.transaction(async (transaction) => {
      const [wronglyEnded] = await findWronglyEnded(transaction, id)
      if (!wronglyEnded || !(await bringBackBounced(transaction, id, userId))) return refuse(409, REALLY_GONE)
      return answer({ id })
    }),
)

const REALLY_GONE =
  'Their mail server said that this mailbox does not exist. They can subscribe again themselves.'
