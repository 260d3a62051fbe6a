/** The time after which the next run begins even if the last one has not ended. */
const LONGEST_RUN_MS = 5_000

interface Bursts<Item> {
  add(items: Iterable<Item>): void
  /** No run begins any more. */
  stop(): void
}

/**
 * Calls `run` with the items that were added: at once for the first one, and for those that follow closely all together, one run
 * at a time and `pauseMs` after the beginning of the last one at the earliest.
 */
export function joinBursts<Item>(
  run: (items: ReadonlySet<Item>) => Promise<unknown>,
  pauseMs: number,
): Bursts<Item> {
  let waiting = new Set<Item>()
  let isBusy = false
  let isStopped = false

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.size > 0 && !isStopped) {
      const items = waiting
      waiting = new Set()
      const done = run(items).catch((error: unknown) => console.error('A refetch failed', error))
      await Promise.all([delay(pauseMs), Promise.race([done, delay(LONGEST_RUN_MS)])])
    }
    isBusy = false
  }

  return {
    add(items) {
      for (const item of items) waiting.add(item)
      if (!isBusy) void work()
    },
    stop() {
      isStopped = true
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
