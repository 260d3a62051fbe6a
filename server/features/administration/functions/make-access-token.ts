import { DatabaseError } from 'pg'
import { accessTokenInput, MAX_TOKENS, withImpliedScopes } from '#core/domain/access-token.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { hintOf, newAccessToken } from '#server/supabase/auth/access-token.ts'
import { passwordRefusal } from '#server/supabase/auth/sign-in.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'
import { actAs, answer, refuse, withBody } from '#server/supabase/functions/call.ts'

/** Makes an access token for an administrator who shows the password. The token is in this response and nowhere else. */
export const makeAccessToken = withBody(
  accessTokenInput,
  'Send a name of at most 60 characters, scopes, the number of days for which it is good (1 to 365), and your password.',
  async (
    deps: Pick<FunctionDeps, 'sql' | 'signInThrottle' | 'passwordWork'>,
    { name, scopes, days, password },
    { userId, claims, address },
  ) => {
    const refusal = await passwordRefusal(deps, { userId, password, address })
    if (refusal) return refuse(refusal.status, refusal.error, refusal)
    const token = newAccessToken()
    try {
      const id = await deps.sql.transaction(async (transaction) => {
        await actAs(transaction, claims)
        const [made] = await transaction<[{ id: string }]>`
          select private.make_access_token(${name}, ${hintOf(token)}, ${hashToken(token)}, ${withImpliedScopes(scopes)}::text[],
            now() + make_interval(days => ${days})) as id`
        return made.id
      })
      return answer({ id, token })
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (error.code === '42501') return refuse(403, 'Only administrators can do this.')
      if (error.code !== '54000') throw error
      return refuse(
        409,
        `There are ${MAX_TOKENS} access tokens already. Remove one that is not needed any more first.`,
      )
    }
  },
)
