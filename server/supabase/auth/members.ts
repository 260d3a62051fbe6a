import type { Membership } from '#core/domain/role.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { actAsOperator } from '#server/supabase/auth/accounts.ts'

/** Somebody with a role, as the server's operator changes it. `heirId` takes over articles that the person cannot have any more. */
interface RoleChange {
  userId: string
  heirId: string | null
}

/** Describes a user's role in words, such as “a translator (French)”; null without a role. */
export async function describeRole(sql: Session, userId: string): Promise<string | null> {
  const [row] = await sql<{ role: string }[]>`
    select private.role_in_words(role, languages, permissions) as role from public.user_roles where user_id = ${userId}`
  return row?.role ?? null
}

/**
 * Gives a user a role, or another one.
 * @throws DatabaseError with a sentence: P0001 where nobody can have the role with these languages and permissions or the heir cannot take
 * over, 23503 when an heir is missing, 23001 for the last administrator
 */
export function setRole(
  sql: Sql,
  { userId, heirId, role, languages, permissions }: Membership & RoleChange,
): Promise<void> {
  return sql.transaction(async (transaction) => {
    await actAsOperator(transaction)
    await transaction`
      select private.give_role(${userId}, ${role}, ${languages}, ${permissions}, ${heirId}::uuid)`
  })
}

/**
 * Removes somebody from the desk, which ends the sessions; the account stays. Returns false for a person without a role.
 * @throws DatabaseError with a sentence, as setRole does
 */
export function endRole(sql: Sql, { userId, heirId }: RoleChange): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    await actAsOperator(transaction)
    const [{ ended }] = await transaction<[{ ended: boolean }]>`
      select private.end_role(${userId}, ${heirId}::uuid) as ended`
    return ended
  })
}
