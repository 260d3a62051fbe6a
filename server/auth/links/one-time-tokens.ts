import { randomUUID } from 'node:crypto'
import { linkTokenHash, newLinkToken } from '#server/auth/links/link-token.ts'
import type { Session } from '#server/database/connection.ts'

/** Whoever asked for a link is waiting at the mailbox. */
export const LINK_MINUTES = 15

/** Links that administrators ask for. */
export type LinkType = 'recovery' | 'magiclink'

const TOKEN_TYPES: Record<LinkType, string> = { recovery: 'recovery_token', magiclink: 'magic_link_token' }

/**
 * Makes the token of a link for the administrator with an address; an older one of the kind ends. Answers it with the address
 * that it goes to, which is the stored one: others may look the same, or be the same in lower case.
 * @returns null when nobody has the address, or who has it is no administrator or is banned
 */
export async function issueLink(
  sql: Session,
  { type, email }: { type: LinkType; email: string },
): Promise<{ token: string; email: string } | null> {
  const token = newLinkToken()
  const [issued] = await sql<{ email: string }[]>`
    insert into auth.one_time_tokens as current (id, user_id, token_type, token_hash, relates_to, created_at)
    select ${randomUUID()}, id, ${TOKEN_TYPES[type]}, ${linkTokenHash(token)}, lower(email), clock_timestamp()
    from auth.users
    where lower(email) = ${email.toLowerCase()} and not is_sso_user and private.can_administrate(id)
    on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = now()
    returning (select email from auth.users where id = current.user_id) as email`
  return issued ? { token, email: issued.email } : null
}

/** The token of a link was not mailed: nobody has it. */
export async function withdrawLink(sql: Session, token: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where token_hash = ${linkTokenHash(token)}`
}

/**
 * Spends the token of a link, in a transaction. The row of the user is locked first, as everywhere; of those who come with the
 * same token at the same moment one finds it.
 * @returns whose it is; null when it is wrong, used, replaced or late, or was mailed to another address than the present one
 */
export async function spendLink(
  transaction: Session,
  { type, token }: { type: LinkType; token: string },
): Promise<string | null> {
  const hash = linkTokenHash(token)
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

/** After a new password no older link leads in. */
export async function spendAllLinks(transaction: Session, userId: string): Promise<void> {
  await transaction`delete from auth.one_time_tokens where user_id = ${userId}`
}
