import type { RestStatement } from '#server/supabase/rest/prepare-request.ts'
import type { StatementResult } from '#server/supabase/rest/sql/compile.ts'

export type RunRead = (statement: RestStatement) => Promise<StatementResult>

/**
 * Gathers the reads that are asked for before the event loop goes on, such as those in a `Promise.all`, and runs them together.
 * Each has a result or an error of its own; when `runAll` fails, all of them have its error.
 */
export function createReadBatch(
  runAll: (statements: RestStatement[]) => Promise<PromiseSettledResult<StatementResult>[]>,
): RunRead {
  let waiting: { statement: RestStatement; result: PromiseWithResolvers<StatementResult> }[] = []

  async function runWaiting(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      const outcomes = await runAll(batch.map(({ statement }) => statement))
      for (const [index, { result }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') result.resolve(outcome.value)
        else result.reject(outcome?.reason)
      }
    } catch (error) {
      for (const { result } of batch) result.reject(error)
    }
  }

  return (statement) => {
    // Runs when no promise has anything left to do.
    if (waiting.length === 0) process.nextTick(runWaiting)
    const result = Promise.withResolvers<StatementResult>()
    waiting.push({ statement, result })
    return result.promise
  }
}
