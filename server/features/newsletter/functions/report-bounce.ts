import { receiveMail } from '#server/features/newsletter/reports/receive-reports.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, type Call, refuse } from '#server/supabase/functions/call.ts'

/**
 * Takes a delivery report or a complaint as it arrived at the return path. Responds with the number of recipients that it names, and of those
 * that are suppressed. Any other mail gets 422, with which `deploy/report-bounce` gives it to people.
 */
export async function reportBounce(
  deps: Pick<FunctionDeps, 'sql' | 'subscriberLinks'>,
  { request }: Call,
): Promise<Response> {
  const received = await receiveMail(deps, 'pipe', new Uint8Array(await request.arrayBuffer()))
  return received ? answer(received) : refuse(422, 'This mail is neither a delivery report nor a complaint.')
}
