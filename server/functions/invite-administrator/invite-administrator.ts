import type { JWTPayload } from 'jose'
import { DatabaseError } from 'pg'
import { isUnreachable } from '#server/database/is-unreachable.ts'
import type { FunctionDeps } from '#server/functions/index.ts'
import { QueueFullError } from '#server/jobs/job-queue.ts'

export type InviteOutcome = 'invited' | 'not_administrator' | 'already_administrator' | 'busy'

/** What the database refuses: its own codes, and a subject that is no id of a user. */
const REFUSALS = new Map<string | undefined, InviteOutcome>([
  ['42501', 'not_administrator'],
  ['22P02', 'not_administrator'],
  ['23505', 'already_administrator'],
])

/**
 * Invites an address in the name of the user of an access token. Whether that is an administrator is the database's to say, as
 * for every request; the invitation and the job that mails it are there both or neither.
 */
export async function inviteAdministrator(
  { sql, queue }: Pick<FunctionDeps, 'sql' | 'queue'>,
  { claims, email }: { claims: JWTPayload; email: string },
): Promise<InviteOutcome> {
  try {
    await sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      const [invitation] = await transaction<[{ id: string }]>`
        select private.invite_administrator(${email.toLowerCase()}) as id`
      await queue.enqueue('send-invitation', { invitationId: invitation.id }, { transaction })
    })
    return 'invited'
  } catch (error) {
    if (error instanceof QueueFullError || isUnreachable(error)) return 'busy'
    const refusal = error instanceof DatabaseError ? REFUSALS.get(error.code) : undefined
    if (!refusal) throw error
    return refusal
  }
}
