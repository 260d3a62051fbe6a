import { randomBytes, randomUUID } from 'node:crypto'
import type { Membership } from '#core/domain/role.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { deleteFactor, type FactorJson } from '#server/supabase/auth/factors/factors.ts'
import { revokeLinks } from '#server/supabase/auth/links/one-time-tokens.ts'
import { hashPassword } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import { unlockAccount } from '#server/supabase/auth/sign-in-throttle.ts'

/** A random password of 20 letters and digits (almost 120 bits), which a double click selects as a whole. */
export function randomPassword(): string {
  return randomBytes(15).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')
}

export async function hasAdministrator(sql: Sql): Promise<boolean> {
  const [row] = await sql`select 1 from public.user_roles where role = 'admin' limit 1`
  return row !== undefined
}

export async function findUserId(sql: Session, email: string): Promise<string | null> {
  const [row] = await sql<
    { id: string }[]
  >`select id from auth.users where lower(email) = ${email.toLowerCase()}`
  return row?.id ?? null
}

/** Names the operator of the server in the audit log for what the transaction does. */
export const actAsOperator = (transaction: Session) =>
  transaction`select set_config('audit.by', 'The operator of the server', true)`

/** A password that the server has made and prints: the desk asks for another one until it is changed. */
interface PasswordOrigin {
  isPrinted?: boolean
}

/** Makes a user an administrator, and creates the user if needed. The password of an existing user stays. */
export const createAdministrator = (
  sql: Sql,
  email: string,
  password: string,
  origin: PasswordOrigin = {},
): Promise<string> =>
  createMember(sql, { email, password, ...origin, role: 'admin', languages: [], permissions: [] })

/**
 * Gives a user a role, and creates the user if needed. The password of an existing user stays. Returns the id of the user.
 * @throws DatabaseError P0001 with a sentence where nobody can have the role with these languages and permissions, 23001 for the last
 * administrator
 */
export async function createMember(
  sql: Sql,
  {
    email,
    password,
    isPrinted,
    ...membership
  }: Membership & PasswordOrigin & { email: string; password: string },
  hash: (password: string) => Promise<string> = hashPassword,
): Promise<string> {
  const encrypted = await hash(password)
  return sql.transaction(async (transaction) => {
    await actAsOperator(transaction)
    const id = await findOrCreateUser(transaction, email.toLowerCase(), encrypted)
    const { role, languages, permissions } = membership
    await transaction`select private.give_role(${id}, ${role}, ${languages}, ${permissions})`
    if (isPrinted) await rememberPrinted(transaction, id, encrypted)
    return id
  })
}

/** Removes all second factors of a user; the sessions continue with `aal1`. Returns whether there is such a user. */
export function removeFactors(sql: Sql, email: string): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    const [user] = await transaction<{ id: string }[]>`
      select id from auth.users where lower(email) = ${email.toLowerCase()} for no key update`
    if (!user) return false
    const factors = await transaction<Pick<FactorJson, 'id' | 'factor_type'>[]>`
      select id, factor_type from auth.mfa_factors where user_id = ${user.id}`
    for (const factor of factors) await deleteFactor(transaction, factor)
    if (factors.length === 0) return true
    await actAsOperator(transaction)
    await recordAccountAct(transaction, {
      action: 'remove_factors',
      did: 'removed all second factors of %s',
      account: { id: user.id, email },
    })
    return true
  })
}

/** Sets a password, unlocks the account and ends all sessions of the user. Returns whether there is such a user. */
export async function resetPassword(
  sql: Sql,
  email: string,
  password: string,
  { isPrinted = false }: PasswordOrigin = {},
): Promise<boolean> {
  const encrypted = await hashPassword(password)
  return sql.transaction(async (transaction) => {
    const [user] = await transaction<{ id: string }[]>`
      update auth.users set encrypted_password = ${encrypted}, updated_at = now(),
        email_confirmed_at = coalesce(email_confirmed_at, now())
      where lower(email) = ${email.toLowerCase()} returning id`
    if (!user) return false
    await forgetPrinted(transaction, user.id)
    if (isPrinted) await rememberPrinted(transaction, user.id, encrypted)
    await transaction`delete from auth.sessions where user_id = ${user.id}`
    await revokeLinks(transaction, user.id)
    await unlockAccount(transaction, email)
    await actAsOperator(transaction)
    await recordAccountAct(transaction, {
      action: 'reset_password',
      did: 'set a new password for %s and ended all sessions',
      account: { id: user.id, email },
    })
    return true
  })
}

/** Notes that the password in force was printed. The password of a user who existed before was not, so nothing is noted. */
const rememberPrinted = (sql: Session, userId: string, encrypted: string) => sql`
  insert into private.printed_passwords (user_id)
  select id from auth.users where id = ${userId} and encrypted_password = ${encrypted}
  on conflict (user_id) do update set printed_at = now()`

/** Has to be called with every change of a password. */
export const forgetPrinted = (sql: Session, userId: string) =>
  sql`delete from private.printed_passwords where user_id = ${userId}`

/** Returns the id of the user with an address. A new user's address counts as confirmed: callers must have made sure of it. */
export async function findOrCreateUser(
  sql: Session,
  email: string,
  encryptedPassword: string | null,
): Promise<string> {
  const existing = await findUserId(sql, email)
  if (existing) return existing
  const id = randomUUID()
  const identity = { sub: id, email, email_verified: true, phone_verified: false }
  await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${encryptedPassword}, now(),
            ${JSON.stringify({ provider: 'email', providers: ['email'] })}, ${JSON.stringify(identity)})`
  await sql`
    insert into auth.identities (id, user_id, provider, provider_id, identity_data)
    values (${randomUUID()}, ${id}, 'email', ${id}, ${JSON.stringify(identity)})`
  return id
}

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

/** Adds an act of a user on an account to the audit log, in the transaction of the act. */
export async function recordAccountAct(
  transaction: Session,
  act: {
    action: string
    /** The rest of the sentence that begins with the actor; %s is the address of the account. */
    did: string
    account: { id: string; email: string }
    /** Null when it is in the setting `audit.by`. */
    actor?: string | null
    details?: Record<string, string | number | undefined>
  },
): Promise<void> {
  const { action, did, account, actor = null, details = {} } = act
  await transaction`
    select private.record_act('administrators', ${action}, ${did}, ${account.email}, ${account.id}::uuid,
      ${JSON.stringify(details)}::jsonb, p_actor => ${actor}::uuid)`
}

/** Records an act of users on their own account. */
export function recordOwnAct(
  transaction: Session,
  user: { id: string; email: string },
  act: { action: string; did: string; details?: Record<string, string | number | undefined> },
): Promise<void> {
  return recordAccountAct(transaction, { ...act, account: user, actor: user.id })
}
