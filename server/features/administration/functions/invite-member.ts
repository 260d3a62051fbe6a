import type { JWTPayload } from 'jose'
import { DatabaseError } from 'pg'
import * as z from 'zod'
import { mailLeaves } from '#core/domain/mail.ts'
import { PERMISSIONS, ROLES } from '#core/domain/role.ts'
import { EMAIL_MAX_LENGTH } from '#core/domain/subscriber.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { sendInvitationJob } from '#server/supabase/auth/jobs.ts'
import { actAs, answer, refuse, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'queue' | 'mail'>
type Refusal = keyof typeof FAILURES

const input = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX_LENGTH).pipe(z.email()),
  role: z.enum(ROLES),
  languages: z.array(z.string().max(3)).max(100).default([]),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length).default([]),
  mailLanguage: z.enum(LANGUAGE_CODES).nullable().default(null),
})
type Invitation = z.infer<typeof input>

const FAILURES = {
  not_administrator: { status: 403, error: 'Only administrators can invite.' },
  already_member: { status: 409, error: 'This person has a role already.' },
  busy: { status: 503, error: 'The invitation could not be stored right now. Please try again in a moment.' },
} as const

/** The codes with which the database refuses; 22P02 when the subject of the token is no user id. */
const REFUSALS = new Map<string | undefined, Refusal>([
  ['42501', 'not_administrator'],
  ['22P02', 'not_administrator'],
  ['23505', 'already_member'],
])
/** The code with which it refuses a role that nobody can have, in a sentence. */
const IMPOSSIBLE_MEMBER = 'P0001'

/** Mails a link that gives its recipient a role. Where mail stays in the outbox, the answer says which one it is. */
export const inviteMember = withBody(
  input,
  'Send an object with one email address, a role with its languages and permissions, and perhaps a language for mails.',
  async (deps: Deps, invitation, { claims }) => {
    const outcome = await invite(deps, claims, invitation)
    if (outcome instanceof DatabaseError) return refuse(400, outcome.message)
    if (typeof outcome === 'string') return refuse(FAILURES[outcome].status, FAILURES[outcome].error)
    const { mailId } = outcome
    return answer({ success: true, ...(!mailLeaves(await deps.mail.current()) && { mailId }) })
  },
)

/**
 * Invites an address on behalf of the user of an access token. The database decides whether that is an administrator, as for every
 * request, and whether there can be such a member. The invitation and the job that mails it are made in one transaction.
 */
async function invite(
  { sql, queue }: Deps,
  claims: JWTPayload,
  { email, role, languages, permissions, mailLanguage }: Invitation,
): Promise<Refusal | DatabaseError | { mailId: string | null }> {
  try {
    return await sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      const [invitation] = await transaction<[{ id: string }]>`
        select private.invite_member(${email.toLowerCase()}, ${role}, ${languages}, ${permissions},
          ${mailLanguage}) as id`
      // One job is one mail.
      const mailId = await queue.enqueue(sendInvitationJob, { invitationId: invitation.id }, { transaction })
      return { mailId }
    })
  } catch (error) {
    if (error instanceof QueueFullError || isUnreachable(error)) return 'busy'
    if (error instanceof DatabaseError && error.code === IMPOSSIBLE_MEMBER) return error
    const refusal = error instanceof DatabaseError ? REFUSALS.get(error.code) : undefined
    if (!refusal) throw error
    return refusal
  }
}
