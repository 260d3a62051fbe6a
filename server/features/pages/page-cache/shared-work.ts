/** Begins work when its turn comes, unless `isWanted` is false by then, and resolves to its outcome. */
export type TakeTurn = <T>(work: () => Promise<T>, isWanted: () => boolean) => Promise<T>

export interface SharedWork<T> {
  /**
   * Resolves to the outcome. Each caller waits for a turn of its own, and the first turn that any of them gets begins the work.
   * Otherwise a first caller with many requests in its queue would delay all others that want the same.
   * @throws what `takeTurn` throws, while the work has not begun
   */
  join(takeTurn: TakeTurn): Promise<T>
}

/** Work that runs once for all callers that join. `onEnd` is called when it has ended, or when no caller waits to begin it any more. */
export function shareWork<T>(work: () => Promise<T>, onEnd: () => void): SharedWork<T> {
  const outcome = Promise.withResolvers<T>()
  // All callers may have gone by then; an unhandled rejection would end the process.
  outcome.promise.catch(() => {})
  let hasBegun = false
  let waiting = 0

  async function begin(): Promise<T> {
    hasBegun = true
    await work().then(outcome.resolve, outcome.reject).finally(onEnd)
    return outcome.promise
  }

  async function waitForTurn(takeTurn: TakeTurn): Promise<T> {
    waiting += 1
    try {
      return await takeTurn(begin, () => !hasBegun)
    } catch (error) {
      if (hasBegun) return outcome.promise
      throw error
    } finally {
      waiting -= 1
      if (waiting === 0 && !hasBegun) onEnd()
    }
  }

  return {
    join: (takeTurn) => (hasBegun ? outcome.promise : Promise.race([outcome.promise, waitForTurn(takeTurn)])),
  }
}
