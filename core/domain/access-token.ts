import type { Row } from '#core/data/database.types.ts'
import { z } from '#core/domain/schema.ts'

export const TOKEN_SCOPES = ['read', 'drafts', 'publish', 'translate', 'subscribers'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The scopes that other scopes need: a client that writes also reads. */
const IMPLIED: Partial<Record<TokenScope, readonly TokenScope[]>> = {
  drafts: ['read'],
  publish: ['read', 'drafts'],
  translate: ['read'],
}

/** These scopes with those that they imply, in the order of `TOKEN_SCOPES`. */
export function withImpliedScopes(scopes: readonly TokenScope[]): TokenScope[] {
  return TOKEN_SCOPES.filter(
    (scope) => scopes.includes(scope) || scopes.some((other) => IMPLIED[other]?.includes(scope)),
  )
}

const TOKEN_NAME_MAX_LENGTH = 60
const MAX_TOKEN_DAYS = 365
/** The lifetimes of a token in days that the desk offers. */
export const TOKEN_DAYS = [7, 30, 90, 180, MAX_TOKEN_DAYS] as const
export const MAX_TOKENS = 50

/** A token as administrators see it. */
export type AccessToken = Row<'access_tokens'>

export const accessTokenInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(TOKEN_NAME_MAX_LENGTH, `Use at most ${TOKEN_NAME_MAX_LENGTH} characters.`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please use one line.')
    .refine((name) => name.isWellFormed(), 'This name contains a character that cannot be stored.'),
  scopes: z
    .array(z.enum(TOKEN_SCOPES))
    .min(1, 'Please choose what the token may do.')
    .max(TOKEN_SCOPES.length),
  days: z.int().min(1).max(MAX_TOKEN_DAYS),
  password: z.string().min(1, 'Please enter your password.').max(1000),
})
export type AccessTokenInput = z.infer<typeof accessTokenInput>
