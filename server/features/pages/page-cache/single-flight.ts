/** Runs work from a queue, unless `isWanted` is false by then, and resolves to its outcome. */
export type RunQueued = <T>(work: () => Promise<T>, isWanted: () => boolean) => Promise<T>

interface SingleFlight<T> {
  /**
   * Resolves to the outcome. Each caller waits in its own queue, and the first of them to leave it starts the work. Otherwise a
   * first caller with many requests in its queue would delay all others that want the same.
   * @throws what `runQueued` throws, while the work has not begun
   */
  join(runQueued: RunQueued): Promise<T>
}

/** Work that runs once for all concurrent callers (single flight). `onEnd` is called when it has ended, or when no caller waits for it any more. */
export function startSingleFlight<T>(work: () => Promise<T>, onEnd: () => void): SingleFlight<T> {
  const outcome = Promise.withResolvers<T>()
  // There may be no caller left by then; an unhandled rejection would end the process.
  outcome.promise.catch(() => {})
  let hasBegun = false
  let waiting = 0

  async function begin(): Promise<T> {
    hasBegun = true
    await work().then(outcome.resolve, outcome.reject).finally(onEnd)
    return outcome.promise
  }

  async function waitInQueue(runQueued: RunQueued): Promise<T> {
    waiting += 1
    try {
      return await runQueued(begin, () => !hasBegun)
    } catch (error) {
      if (hasBegun) return outcome.promise
      throw error
    } finally {
      waiting -= 1
      if (waiting === 0 && !hasBegun) onEnd()
    }
  }

  return {
    join: (runQueued) =>
      hasBegun ? outcome.promise : Promise.race([outcome.promise, waitInQueue(runQueued)]),
  }
}
