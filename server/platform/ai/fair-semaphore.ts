/** Limits how many calls run at the same time, and serves the waiting keys in rotation (round-robin). */
interface FairSemaphore {
  /**
   * Waits for a slot; the returned function releases it. At most `limit` slots are in use, by the latest number that was given. Keys
   * are served in rotation, however many calls each of them has.
   * @throws the reason of the signal
   */
  acquire(key: string, limit: number, signal?: AbortSignal): Promise<() => void>
}

export function createFairSemaphore(): FairSemaphore {
  /** The waiting calls by key, in the order in which the keys are served: the one that has waited longest comes first. */
  const waiting = new Map<string, Set<() => void>>()
  let inUse = 0
  let limit = 1

  function startNext(): void {
    for (const [key, calls] of waiting) {
      if (inUse >= limit) return
      const [next] = calls
      waiting.delete(key)
      if (!next) continue
      calls.delete(next)
      if (calls.size > 0) waiting.set(key, calls)
      inUse += 1
      next()
    }
    if (waiting.size > 0 && inUse < limit) startNext()
  }

  function release(): void {
    inUse -= 1
    startNext()
  }

  return {
    acquire(key, newLimit, signal) {
      limit = newLimit
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
