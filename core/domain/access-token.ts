import * as z from 'zod'

/** What an access token may do. */
export const TOKEN_SCOPES = ['read', 'drafts', 'publish', 'translate', 'subscribers'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The scopes without which another one is of no use: who writes also reads. */
const IMPLIED: Partial<Record<TokenScope, readonly TokenScope[]>> = {
  drafts: ['read'],
  publish: ['read', 'drafts'],
  translate: ['read'],
}

/** These scopes with those that they imply, in their order. */
export function withImpliedScopes(scopes: readonly TokenScope[]): TokenScope[] {
  return TOKEN_SCOPES.filter(
    (scope) => scopes.includes(scope) || scopes.some((other) => IMPLIED[other]?.includes(scope)),
  )
}

export const TOKEN_NAME_MAX_LENGTH = 60
/** How long a token can be used, in days. */
export const TOKEN_DAYS = [7, 30, 90, 180, 365] as const
export const MAX_TOKENS = 50

/** A token as administrators see it. */
export interface AccessToken {
  id: string
  name: string
  /** Its first and last characters. */
  hint: string
  scopes: TokenScope[]
  made_by: string
  created_at: string
  ends_at: string
  last_used_at: string | null
}

/** What is asked for when a token is made. */
export const accessTokenInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(TOKEN_NAME_MAX_LENGTH)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
    .refine((name) => name.isWellFormed()),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
  days: z.int().min(1).max(365),
})
