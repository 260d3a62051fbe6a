/** Begins work when its turn comes, unless `isWanted` is false by then, and resolves to its outcome. */
export type TakeTurn = <T>(work: () => Promise<T>, isWanted: () => boolean) => Promise<T>

export interface SharedWork<T> {
  /**
   * Resolves to the outcome. Everybody waits for a turn of their own until the first one comes to somebody: otherwise whoever
   * asked first, and has many others to wait for, would hold up all who want the same.
   * @throws what `takeTurn` throws, while the work has not begun
   */
  join(takeTurn: TakeTurn): Promise<T>
}

/** Work that is done once for everybody who joins. `onEnd` is called when it is over, or when nobody waits to begin it. */
export function shareWork<T>(work: () => Promise<T>, onEnd: () => void): SharedWork<T> {
  const outcome = Promise.withResolvers<T>()
  // Everybody may have left by then.
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
