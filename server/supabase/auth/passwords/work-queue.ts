/** Too much work is waiting to be done in time. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export interface WorkQueue {
  /**
   * Runs work when a slot is free. Reserved places are for callers whom others must not be able to lock out.
   * @throws BusyError when the queue is full, or no slot is free in time
   */
  run<T>(work: () => Promise<T>, place?: { isReserved: boolean }): Promise<T>
}

/** The limits for passwords. Two at once use two cores; sixty take about four seconds, or longer on a busy machine. */
export const PASSWORD_WORK = { atOnce: 2, maxWaiting: 60, reserved: 20, maxWaitMs: 20_000 }

/**
 * Bounds how much heavy work runs at once, how much waits, and for how long. Reserved places do not overtake others: a shorter wait
 * would reveal who has one.
 */
export function createWorkQueue(limits: {
  atOnce: number
  maxWaiting: number
  /** Further places, which only work with `isReserved` may take. */
  reserved: number
  maxWaitMs: number
}): WorkQueue {
  const { atOnce, maxWaiting, reserved, maxWaitMs } = limits
  const waiting = new Set<() => void>()
  let running = 0

  function takeSlot(isReserved: boolean): Promise<void> {
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

  /** Passes the slot of finished work directly to the next entry of the queue. */
  function releaseSlot(): void {
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
      await takeSlot(isReserved)
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
  }
}
