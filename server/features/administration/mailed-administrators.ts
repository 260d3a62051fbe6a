import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The ids of the administrators who are mailed when something waits for them. */
export async function listMailedAdministrators(sql: Session): Promise<string[]> {
  const administrators = await sql<{ userId: string }[]>`
    select distinct user_id as "userId" from public.user_roles
    join auth.users on users.id = user_id
    where user_roles.role = 'admin' and email is not null and (banned_until is null or banned_until <= now())`
  return administrators.map(({ userId }) => userId)
}

/** The address and the language of an administrator to be mailed; null when it is none any more. */
export async function findAdministrator(
  sql: Session,
  userId: string,
): Promise<{ email: string; language: Language } | null> {
  const [user] = await sql<{ email: string; language: Language }[]>`
    select email, private.mail_language(id) as language from auth.users where id = ${userId} and private.can_administrate(id)`
  return user ?? null
}
