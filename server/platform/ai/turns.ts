/** Places for a number of calls at the same time; those who wait take turns. */
export interface Turns {
  /**
   * Waits for a place; the returned function gives it back. At most `atOnce` places are taken, by the latest number that was given.
   * Keys take turns, however many calls each of them has.
   * @throws the reason of the signal
   */
  take(key: string, atOnce: number, signal?: AbortSignal): Promise<() => void>
}

export function createTurns(): Turns {
  /** In the order of turns: the key that has waited longest comes first. */
  const waiting = new Map<string, Set<() => void>>()
  let taken = 0
  let limit = 1

  function startNext(): void {
    for (const [key, calls] of waiting) {
      if (taken >= limit) return
      const [next] = calls
      waiting.delete(key)
      if (!next) continue
      calls.delete(next)
      if (calls.size > 0) waiting.set(key, calls)
      taken += 1
      next()
    }
    if (waiting.size > 0 && taken < limit) startNext()
  }

  function release(): void {
    taken -= 1
    startNext()
  }

  return {
    take(key, atOnce, signal) {
      limit = atOnce
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const calls = waiting.get(key) ?? new Set()
        const start = () => {
          signal?.removeEventListener('abort', leave)
          resolve(release)
        }
        const leave = () => {
          calls.delete(start)
          if (calls.size === 0) waiting.delete(key)
          reject(signal?.reason)
        }
        waiting.set(key, calls.add(start))
        signal?.addEventListener('abort', leave, { once: true })
        startNext()
      })
    },
  }
}
