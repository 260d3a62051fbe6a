import type { ReadRequest } from '#server/rest/read-request.ts'
import { RestError } from '#server/rest/rest-error.ts'
import { MAX_RESPONSE_BYTES, type StatementResult } from '#server/rest/sql/compile.ts'

/**
 * Checks that a result has as many rows as the caller allows, and is not too large. Runs inside the transaction, so that a
 * refusal rolls a write back.
 * @throws RestError
 */
export function requireExpected({ query, isSingle }: ReadRequest, { count, body }: StatementResult): void {
  const maxAffected = query.kind === 'read' ? null : query.maxAffected
  if (isSingle && count !== 1) {
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    })
  }
  if (maxAffected !== null && count > maxAffected) {
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    })
  }
  const isValue = query.kind === 'call' && query.selection === null
  if (query.returnsRows && !isValue && count > 0 && body === null) {
    throw new RestError(413, 'PGRST100', 'The answer is too large', {
      details: `It has more than ${MAX_RESPONSE_BYTES} bytes`,
      hint: 'Ask for fewer columns with select, or for fewer rows with limit and offset.',
    })
  }
}
