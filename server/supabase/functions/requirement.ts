import type { JWTPayload } from 'jose'
import type { TokenScope } from '#core/domain/access-token.ts'
import type { Permission } from '#core/domain/role.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment, raw, type Statement } from '#server/platform/database/fragment.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase } from '#server/supabase/rest/rest-error.ts'
import { hasScope, identityOf, runAs } from '#server/supabase/rest/run-query.ts'

/** The people who may call a function: a condition that the database answers, and the sentence for everybody else. */
const ACCESS = {
  administrator: { condition: 'private.is_admin()', refusal: 'Only administrators can do this.' },
  editor: { condition: 'private.is_editor()', refusal: 'Only editors can do this.' },
  author: {
    condition: '(private.is_editor() or private.is_author())',
    refusal: 'Only editors and authors can do this.',
  },
  translator: {
    condition: '(private.is_editor() or private.is_translator())',
    refusal: 'Only editors and translators can do this.',
  },
  writer: {
    condition: '(private.is_editor() or private.is_author() or private.is_translator())',
    refusal: 'Only editors, authors and translators can do this.',
  },
  'newsletter maker': {
    condition: 'private.makes_newsletters()',
    refusal: 'Only editors and people of the newsletter can do this.',
  },
  member: { condition: 'private.is_member()', refusal: 'Only people of the desk can do this.' },
} as const
export type Access = keyof typeof ACCESS

/** For people who have the role, but not the permission that an administrator has to allow. */
export const NOT_PERMITTED = {
  send: 'You may not approve or send newsletters. An administrator can allow it.',
  addresses: 'You may not see the addresses of subscribers. An administrator can allow it.',
  publish: 'You may not publish. An administrator can allow it.',
} as const satisfies Record<Permission, string>

/** The role, permission and scope that a function requires of its caller. */
export interface Requirement {
  access: Access
  permission?: Permission
  /** The scope with which access tokens may call it too; null: none may. */
  scope: TokenScope | null
}

/** The sentence for people who are not signed in. */
export const SIGN_IN = 'Sign in first.'

export const isAccess = (access: string): access is Access => Object.hasOwn(ACCESS, access)

/** A caller may not do it, or not any more; the message is a sentence for the caller. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/**
 * Returns the reason why a caller may not do something at this moment, by the same functions that the policies use; null if the caller may.
 * @throws RestError
 */
export async function findRefusal(
  pools: RequestPools,
  caller: Extract<Caller, { kind: 'user' | 'token' }>,
  { access, permission, scope }: Requirement,
): Promise<string | null> {
  if (caller.kind === 'token') {
    if (scope === null) return NOT_FOR_TOKENS
    return (await hasScope(pools, caller, scope)) ? null : scopeNeeded(scope)
  }
  try {
    const { count, inserted } = await runAs(pools, identityOf(caller, ''), statementOf(access, permission), {
      reads: true,
    })
    if (count !== 1) return ACCESS[access].refusal
    return permission && inserted !== 1 ? NOT_PERMITTED[permission] : null
  } catch (error) {
    throw fromDatabase(error, { isAnonymous: false })
  }
}

/** The sentence for people who have another role. */
export const refusalOf = ({ access }: Pick<Requirement, 'access'>): string => ACCESS[access].refusal

const NOT_FOR_TOKENS = 'This is for people who are signed in, and not for access tokens.'
const scopeNeeded = (scope: TokenScope) => `This needs an access token with the scope ${scope}.`

const statementOf = (access: Access, permission: Permission | undefined): Statement => ({
  text: `select ${ACCESS[access].condition}::int as count, null as body, null as total,
    (${permission ? 'private.is_allowed($1)' : 'true'})::int as inserted`,
  values: permission ? [permission] : [],
})

/** Returns true if a condition holds for a caller, in a transaction of the server. */
export async function holdsFor(
  transaction: Session,
  claims: JWTPayload,
  condition: Fragment,
): Promise<boolean> {
  await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
  const [row] = await transaction<[{ holds: boolean | null }]>`select ${condition} as holds`
  await transaction`select set_config('request.jwt.claims', '', true)`
  return row.holds ?? false
}

/** A requirement beyond the role, as a condition and the sentence for people who do not fulfil it. */
export interface Demand {
  condition: Fragment
  refusal: string
}

/** The requirement for approving and sending newsletters. */
export const MAY_SEND: Demand = {
  condition: fragment`private.is_allowed('send')`,
  refusal: NOT_PERMITTED.send,
}

/**
 * Checks the requirement of a function again, in a transaction of the server, because time has passed since the first check. `also` is
 * required of a person only: an access token has its scope for everything.
 * @throws NotAllowed
 */
export async function demandAgain(
  transaction: Session,
  { kind, claims }: { kind: 'user' | 'token'; claims: JWTPayload },
  { access, permission, scope }: Requirement,
  also: Demand = NOTHING_MORE,
): Promise<void> {
  if (kind === 'token') {
    if (scope === null || !(await holdsFor(transaction, claims, fragment`private.has_scope(${scope})`)))
      throw new NotAllowed(scope === null ? NOT_FOR_TOKENS : scopeNeeded(scope))
    return
  }
  const demands: Demand[] = [
    { condition: raw(ACCESS[access].condition), refusal: ACCESS[access].refusal },
    ...(permission
      ? [{ condition: fragment`private.is_allowed(${permission})`, refusal: NOT_PERMITTED[permission] }]
      : []),
    also,
  ]
  for (const { condition, refusal } of demands)
    if (!(await holdsFor(transaction, claims, condition))) throw new NotAllowed(refusal)
}

const NOTHING_MORE: Demand = { condition: fragment`true`, refusal: '' }
