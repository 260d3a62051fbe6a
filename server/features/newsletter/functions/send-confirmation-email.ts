import * as z from 'zod'
import { EMAIL_MAX_LENGTH } from '#core/domain/subscriber.ts'
import { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

const input = z.object({
  // The same addresses as subscribe_newsletter takes.
  email: z.string().trim().max(EMAIL_MAX_LENGTH).regex(z.regexes.html5Email),
  confirmationToken: z.string().regex(/^[\x21-\x7e]{1,200}$/),
})

/** `accepted` does not reveal whether a mail will be sent, because that would disclose the state of the address. */
type SendConfirmationOutcome = 'accepted' | 'invalid_ticket' | 'busy'

const FAILURES = {
  invalid_ticket: { status: 400, error: 'This sign-up has expired. Please subscribe again.' },
  busy: {
    status: 503,
    error: 'Too many people are signing up right now. Please try again in a few minutes.',
  },
} as const satisfies Partial<Record<SendConfirmationOutcome, { status: number; error: string }>>

type Deps = Pick<FunctionDeps, 'sql' | 'queue' | 'limits'>

/** The browser's second step after `subscribe_newsletter`. */
export const sendConfirmationEmail = withBody(
  input,
  'Send an object with an email and the confirmationToken it came with.',
  async (deps: Deps, signUp, _call: Call) => {
    const outcome = await redeemTicket(deps, signUp)
    if (outcome === 'accepted') return answer({ success: true })
    const { status, error } = FAILURES[outcome]
    return refuse(status, error)
  },
)

/**
 * Redeems a send ticket and enqueues a job, in one transaction. It does the same for every state of the address; the job decides what
 * is mailed. An address that exceeds the limit of sign-ups gets no more jobs, whichever client asks.
 */
export async function redeemTicket(
  { sql, queue, limits }: Deps,
  { email, confirmationToken }: { email: string; confirmationToken: string },
): Promise<SendConfirmationOutcome> {
  try {
    return await sql.transaction(async (transaction) => {
      const [ticket] = await transaction<[{ was_good: boolean }]>`
        select private.spend_send_ticket(${email}, ${confirmationToken}) as was_good`
      if (!ticket.was_good) return 'invalid_ticket'
      // Counted only with a valid ticket; otherwise any client could use up the limit of an address. The response does not tell whether
      // the limit is reached.
      if ((await limits.take('sign-up-mail', email)) === 0)
        await queue.enqueue(sendConfirmationMailJob, { email: email.toLowerCase() }, { transaction })
      return 'accepted'
    })
  } catch (error) {
    if (error instanceof QueueFullError) return 'busy'
    throw error
  }
}
