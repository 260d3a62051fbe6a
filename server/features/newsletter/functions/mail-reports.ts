import * as z from 'zod'
import { bringBackBounced, findWronglyEnded } from '#server/features/newsletter/reports/judge-again.ts'
import { receiveMail } from '#server/features/newsletter/reports/receive-reports.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'subscriberLinks'>

/**
 * Takes a delivery report or a complaint as it arrived at the return path. Responds with the number of recipients that it names, and of those
 * that are suppressed. Any other mail gets 422, with which `deploy/report-bounce` gives it to people.
 */
export async function reportBounce(deps: Deps, { request }: Call): Promise<Response> {
  const received = await receiveMail(deps, 'pipe', new Uint8Array(await request.arrayBuffer()))
  return received ? answer(received) : refuse(422, 'This mail is neither a delivery report nor a complaint.')
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
