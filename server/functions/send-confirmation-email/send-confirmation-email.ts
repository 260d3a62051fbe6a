import type { FunctionDeps } from '#server/functions/index.ts'
import { QueueFullError } from '#server/jobs/job-queue.ts'

/** `accepted` does not say whether anything will be mailed: that would tell a stranger about the address. */
export type SendConfirmationOutcome = 'accepted' | 'invalid_ticket' | 'busy'

/**
 * Trades a send ticket for a job, in one transaction. Whatever the state of the address, this is the same work: the job
 * decides what is mailed.
 */
export async function sendConfirmationEmail(
  { sql, queue }: Pick<FunctionDeps, 'sql' | 'queue'>,
  { email, confirmationToken }: { email: string; confirmationToken: string },
): Promise<SendConfirmationOutcome> {
  try {
    return await sql.transaction(async (transaction) => {
      const [ticket] = await transaction<[{ was_good: boolean }]>`
        select private.spend_send_ticket(${email}, ${confirmationToken}) as was_good`
      if (!ticket.was_good) return 'invalid_ticket'
      await queue.enqueue('send-confirmation-mail', { email: email.toLowerCase() }, { transaction })
      return 'accepted'
    })
  } catch (error) {
    if (error instanceof QueueFullError) return 'busy'
    throw error
  }
}
