import type { Caller } from '#server/auth/bearer-token.ts'
import { askerOf } from '#server/rest/answer-request.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import { fromDatabase } from '#server/rest/rest-error.ts'
import { runAs } from '#server/rest/run-query.ts'

const QUESTION = {
  text: 'select private.is_admin()::int as count, null as body, null as total, null as inserted',
  values: [],
}

/**
 * Whether the policies take a caller for an administrator now.
 * @throws RestError
 */
export async function isAdministrator(pools: RequestPools, caller: Caller): Promise<boolean> {
  try {
    return (await runAs(pools, askerOf(caller, ''), QUESTION, { reads: true })).count === 1
  } catch (error) {
    throw fromDatabase(error, { isAnonymous: false })
  }
}
