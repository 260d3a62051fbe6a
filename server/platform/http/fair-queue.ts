import { noteLimit } from '#server/platform/report/limits-hit.ts'

/** The work was not started: it waited too long, or its client has disconnected. */
export class FairQueueError extends Error {
  override name = 'FairQueueError'
  readonly reason: 'late' | 'unwanted'

  constructor(reason: 'late' | 'unwanted') {
    super(reason === 'late' ? 'Its turn did not come in time' : 'Its client has disconnected')
    this.reason = reason
  }
}

export interface FairQueue {
  /**
   * Runs work when this key is next, unless `isWanted` is false by then.
   * @throws FairQueueError
   */
  run<T>(key: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T>
}

/**
 * Shares a scarce resource, such as database connections, fairly among keys (one key per client). At most `atOnce` pieces of
 * work run, at most `perKey` of one key, and the waiting keys take turns, however many requests each of them has.
 */
export function createFairQueue(limits: { atOnce: number; perKey: number; maxWaitMs: number }): FairQueue {
  const { atOnce, perKey, maxWaitMs } = limits
  const waiting = new Map<string, Set<() => void>>()
  const running = new Map<string, number>()
  let all = 0

  const runningOf = (key: string) => running.get(key) ?? 0
  const mayStart = (key: string) => all < atOnce && runningOf(key) < perKey

  function start(key: string): void {
    all += 1
    running.set(key, runningOf(key) + 1)
  }

  function end(key: string): void {
    all -= 1
    const left = runningOf(key) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    startNext()
  }

  /** `waiting` is ordered: the key that has waited longest comes first. */
  function startNext(): void {
    for (const [key, queue] of waiting) {
      if (all >= atOnce) return
      const [next] = queue
      if (!next || !mayStart(key)) continue
      takeOut(key, next)
      const rest = waiting.get(key)
      // A key that was served goes to the end.
      waiting.delete(key)
      if (rest) waiting.set(key, rest)
      start(key)
      next()
    }
  }

  function takeOut(key: string, entry: () => void): void {
    const queue = waiting.get(key)
    queue?.delete(entry)
    if (queue?.size === 0) waiting.delete(key)
  }

  function waitForTurn(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        takeOut(key, next)
        noteLimit('waiting for a turn')
        reject(new FairQueueError('late'))
      }, maxWaitMs)
      const queue = waiting.get(key) ?? new Set()
      waiting.set(key, queue.add(next))
    })
  }

  return {
    async run(key, work, isWanted) {
      if (mayStart(key)) start(key)
      else await waitForTurn(key)
      try {
        if (!isWanted()) throw new FairQueueError('unwanted')
        return await work()
      } finally {
        end(key)
      }
    },
  }
}
