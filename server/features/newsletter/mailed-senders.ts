import type { Session } from '#server/platform/database/connection.ts'

/**
 * The ids of those who are mailed when an issue waits for somebody: administrators, and others to whom sending is allowed, unless they want
 * no mails.
 */
export async function listMailedSenders(sql: Session): Promise<string[]> {
  const senders = await sql<{ userId: string }[]>`
    select roles.user_id as "userId" from public.user_roles as roles join auth.users on users.id = roles.user_id
      left join public.profiles on profiles.user_id = roles.user_id
    where (roles.role = 'admin' or 'send' = any(roles.permissions) and coalesce(profiles.wants_mails, true))
      and users.email is not null and private.may_sign_in(roles.user_id)`
  return senders.map(({ userId }) => userId)
}
