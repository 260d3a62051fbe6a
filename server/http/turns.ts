/** Work that was not done: its turn did not come in time, or nobody wanted it any more when it came. */
export class TurnError extends Error {
  override name = 'TurnError'
  readonly reason: 'late' | 'unwanted'

  constructor(reason: 'late' | 'unwanted') {
    super(reason === 'late' ? 'Its turn did not come in time' : 'Nobody waits for it any more')
    this.reason = reason
  }
}

export interface Turns {
  /**
   * Runs work when the turn of its key comes; not at all when nobody wants it any more by then.
   * @throws TurnError
   */
  run<T>(key: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T>
}

/**
 * Shares what there is little of, such as connections, between everyone who asks. Whoever asks much waits behind themselves: each key has some at once,
 * and of the keys that wait each gets one in turn, however many requests it has.
 */
export function createTurns(limits: { atOnce: number; perKey: number; maxWaitMs: number }): Turns {
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

  /** The keys that have waited longest for a turn come first. */
  function startNext(): void {
    for (const [key, queue] of waiting) {
      if (all >= atOnce) return
      const [next] = queue
      if (!next || !mayStart(key)) continue
      takeOut(key, next)
      const rest = waiting.get(key)
      // Behind those that have had none since.
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
        reject(new TurnError('late'))
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
        if (!isWanted()) throw new TurnError('unwanted')
        return await work()
      } finally {
        end(key)
      }
    },
  }
}
