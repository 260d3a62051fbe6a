/** There is more to do than can be done in time. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export interface WorkQueue {
  /**
   * Runs work when its turn comes. Reserved places are for whoever strangers must not keep out.
   * @throws BusyError when the queue is full, or the turn does not come in time
   */
  run<T>(work: () => Promise<T>, place?: { isReserved: boolean }): Promise<T>
}

/**
 * Bounds how much heavy work runs at once, how much waits, and for how long. First come, first served, also in reserved
 * places: whoever went first could be told from the others by the time.
 */
export function createWorkQueue(limits: {
  atOnce: number
  maxWaiting: number
  /** Places besides these. */
  reserved: number
  maxWaitMs: number
}): WorkQueue {
  const { atOnce, maxWaiting, reserved, maxWaitMs } = limits
  const waiting = new Set<() => void>()
  let running = 0

  function takeTurn(isReserved: boolean): Promise<void> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.size >= maxWaiting + (isReserved ? reserved : 0))
      return Promise.reject(new BusyError('Too much waits already'))
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new BusyError('Waited too long'))
      }, maxWaitMs)
      waiting.add(start)
    })
  }

  /** The turn goes from one piece of work straight to the next. */
  function passOn(): void {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async run(work, { isReserved } = { isReserved: false }) {
      await takeTurn(isReserved)
      try {
        return await work()
      } finally {
        passOn()
      }
    },
  }
}
