import recorded from './empty-desk.json' with { type: 'json' }
import type { CallAnswers, FunctionAnswers, Tables } from './network.ts'

/**
 * The answers of the server in a publication without anything in it. `empty-desk.test.ts` compares them with those of a real one, so that
 * screens are not tested with answers that no server gives any more.
 */
export const EMPTY_DESK = recorded as unknown as {
  tables: Tables
  calls: CallAnswers
  functions: FunctionAnswers
}
