import type { Session } from '#server/platform/database/connection.ts'

/** The ids of the administrators who are mailed when something waits for them. */
export async function listMailedAdministrators(sql: Session): Promise<string[]> {
  const administrators = await sql<{ userId: string }[]>`
    select distinct user_id as "userId" from public.user_roles
    join auth.users on users.id = user_id
    where user_roles.role = 'admin' and email is not null and (banned_until is null or banned_until <= now())`
  return administrators.map(({ userId }) => userId)
}
