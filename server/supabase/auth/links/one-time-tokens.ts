import { randomUUID } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { hashToken, newToken } from '#server/supabase/auth/tokens.ts'

/** Short, because the person who requests a link waits for the mail. */
export const LINK_MINUTES = 15

/** The links that people of the desk can request. */
export type LinkType = 'recovery' | 'magiclink'

const TOKEN_TYPES: Record<LinkType, string> = { recovery: 'recovery_token', magiclink: 'magic_link_token' }

/**
 * Creates the token of a link for the person of the desk with an address; an older one of the same type stops working. Returns it with
 * the language of their mails and the stored address, to which it must be mailed: the requested one may differ in case, or only look
 * the same.
 * @returns null when nobody with a role has the address, or the person is banned
 */
export async function issueLink(
  sql: Session,
  { type, email }: { type: LinkType; email: string },
): Promise<{ token: string; email: string; language: Language } | null> {
  const token = newToken()
  const [issued] = await sql<{ email: string; language: Language }[]>`
    insert into auth.one_time_tokens as current (id, user_id, token_type, token_hash, relates_to, created_at)
    select ${randomUUID()}, id, ${TOKEN_TYPES[type]}, ${hashToken(token)}, lower(email), clock_timestamp()
    from auth.users
    where lower(email) = ${email.toLowerCase()} and not is_sso_user and private.may_sign_in(id)
    on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = now()
    returning (select email from auth.users where id = current.user_id) as email, private.mail_language(user_id) as language`
  return issued ? { token, ...issued } : null
}

/** Removes the token of a mail that was not sent. */
export async function withdrawLink(sql: Session, token: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where token_hash = ${hashToken(token)}`
}

/**
 * Uses up the token of a link, in a transaction. The user's row is locked first, as everywhere; of concurrent requests with the
 * same token only one succeeds.
 * @returns the user's id; null when the token is wrong, used, replaced or expired, or the user's address has changed since
 */
export async function redeemLink(
  transaction: Session,
  { type, token }: { type: LinkType; token: string },
): Promise<string | null> {
  const hash = hashToken(token)
  await transaction`
    select from auth.users where id = (select user_id from auth.one_time_tokens where token_hash = ${hash})
    for no key update`
  const [spent] = await transaction<{ user_id: string }[]>`
    delete from auth.one_time_tokens t using auth.users u
    where t.token_hash = ${hash} and t.token_type = ${TOKEN_TYPES[type]}
      and t.created_at > clock_timestamp() - make_interval(mins => ${LINK_MINUTES})
      and u.id = t.user_id and lower(u.email) = t.relates_to
    returning t.user_id`
  return spent?.user_id ?? null
}

/** Deletes all links of a user, so that none from before a change of password works. */
export async function revokeLinks(transaction: Session, userId: string): Promise<void> {
  await transaction`delete from auth.one_time_tokens where user_id = ${userId}`
}
