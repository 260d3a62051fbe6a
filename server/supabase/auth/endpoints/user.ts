import * as z from 'zod'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import { forgetPrinted, recordOwnAct } from '#server/supabase/auth/accounts.ts'
import {
  AuthError,
  insufficientAal,
  sessionNotFound,
  tooManyRequests,
} from '#server/supabase/auth/auth-error.ts'
import { readBody, signedInEndpoint } from '#server/supabase/auth/endpoints/endpoint.ts'
import { hasVerifiedFactor } from '#server/supabase/auth/factors/factors.ts'
import { sendSecurityNoticeJob } from '#server/supabase/auth/jobs.ts'
import { revokeLinks } from '#server/supabase/auth/links/one-time-tokens.ts'
import { checkPassword, isUnacceptable } from '#server/supabase/auth/passwords/check-password.ts'
import { findWeakness } from '#server/supabase/auth/passwords/find-weakness.ts'
import { hashPassword, isSamePassword } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import type { WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import { endSessions, findSignedIn, getSignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { findStoredPassword, type UserRow, userJson } from '#server/supabase/auth/users.ts'

/** Properties that GoTrue would change. They are rejected, because a response without an error would mean that they were changed. */
const unchangeable = z.undefined('Only the password can be changed').optional()

const updateUserBody = z.object({
  email: unchangeable,
  phone: unchangeable,
  data: z.strictObject({}, 'Only the password can be changed').optional(),
  app_metadata: unchangeable,
  password: z.string(),
  current_password: z.string().optional(),
})

/** `GET /user` */
export const showUser = signedInEndpoint('auth', async ({ user }, c) => {
  return c.json(userJson(user))
})

/** `PUT /user`: changes the password. */
export const updateUser = signedInEndpoint('auth', async ({ user, session }, c, deps) => {
  const { password, current_password: current } = await readBody(c, updateUserBody)
  if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw insufficientAal(401, message)
  }
  const wait = await deps.limits.take('password-change', user.id)
  if (wait > 0) throw tooManyRequests(wait)
  await changePassword(deps, { user, sessionId: session.id, current, password })
  const changed = await getSignedIn(deps.sql, { userId: user.id, sessionId: session.id })
  return c.json(userJson(changed.user))
})

/**
 * Sets a new password, ends all other sessions of the user, revokes mailed links, and mails the user a notice. The current
 * password is required, unless the session began with a recovery link or an invitation a moment ago.
 * @throws AuthError
 */
async function changePassword(
  { sql, queue, passwordWork }: { sql: Sql; queue: JobQueue; passwordWork: WorkQueue },
  change: { user: UserRow; sessionId: string; current: string | undefined; password: string },
): Promise<void> {
  const { user, sessionId, current, password } = change
  const weakness = await findWeakness(password, user.email)
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, {
      weakPassword: { reasons: [weakness.reason] },
    })
  }
  const isReset = !current
  if (isReset && !(await mayReset(sql, sessionId))) throw currentPasswordRequired()
  const stored = await findStoredPassword(sql, user.id)
  const isStored = (text: string) =>
    passwordWork.run(() => checkPassword(sql, text, stored), { isReserved: true })
  if (!isReset && (isUnacceptable(current) || !(await isStored(current)))) throw wrongCurrentPassword()
  if (isReset ? await isStored(password) : isSamePassword(password, current)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const hash = await passwordWork.run(() => hashPassword(password), { isReserved: true })

  await sql.transaction(async (transaction) => {
    const [changed] = await transaction`
      update auth.users set encrypted_password = ${hash}, updated_at = now()
      where id = ${user.id} and (${isReset} or encrypted_password = ${stored.hash}) returning id`
    const { session } = await findSignedIn(transaction, { userId: user.id, sessionId })
    if (!session) throw sessionNotFound()
    // The password was changed in the meantime.
    if (!changed) throw wrongCurrentPassword()
    await forgetPrinted(transaction, user.id)
    const hadReset = await consumeReset(transaction, sessionId)
    if (isReset && !hadReset) throw currentPasswordRequired()
    await endSessions(transaction, { userId: user.id, sessionId, scope: 'others', endsAal2: true })
    await revokeLinks(transaction, user.id)
    await recordOwnAct(transaction, user, {
      action: 'change_password',
      did: isReset ? 'set a new password by a mailed link' : 'changed their password',
    })
    // A user who was invited and sets a first password has not changed one.
    if (stored.hash !== null)
      await queue.enqueue(
        sendSecurityNoticeJob,
        { userId: user.id, event: 'password_changed' },
        { transaction },
      )
  })
}

async function mayReset(sql: Session, sessionId: string): Promise<boolean> {
  const [reset] = await sql`
    select from auth.password_resets where session_id = ${sessionId} and expires_at > clock_timestamp()`
  return reset !== undefined
}

/** Uses up the right to reset the password; of concurrent requests only one succeeds. */
async function consumeReset(transaction: Session, sessionId: string): Promise<boolean> {
  const [spent] = await transaction<{ is_open: boolean }[]>`
    delete from auth.password_resets where session_id = ${sessionId} returning expires_at > clock_timestamp() as is_open`
  return spent?.is_open ?? false
}

function currentPasswordRequired(): AuthError {
  return new AuthError(
    400,
    'current_password_required',
    'Current password required when setting new password.',
  )
}

function wrongCurrentPassword(): AuthError {
  return new AuthError(
    400,
    'current_password_invalid',
    'The current password is not right, or was changed meanwhile.',
  )
}
