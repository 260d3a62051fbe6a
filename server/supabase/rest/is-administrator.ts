import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { identityOf } from '#server/supabase/rest/handle-request.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase } from '#server/supabase/rest/rest-error.ts'
import { runAs } from '#server/supabase/rest/run-query.ts'

const STATEMENT = {
  text: 'select private.is_admin()::int as count, null as body, null as total, null as inserted',
  values: [],
}

/**
 * Whether a caller is an administrator at this moment, by the same function that the policies use.
 * @throws RestError
 */
export async function isAdministrator(pools: RequestPools, caller: Caller): Promise<boolean> {
  try {
    return (await runAs(pools, identityOf(caller, ''), STATEMENT, { reads: true })).count === 1
  } catch (error) {
    throw fromDatabase(error, { isAnonymous: false })
  }
}
