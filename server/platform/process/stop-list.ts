import type { Log } from '#server/platform/log.ts'

export interface StopList {
  push(started: { name: string; stop: () => Promise<void> }): void
  /** Stops everything in reverse order; a failure is logged, and the rest is stopped all the same. */
  stopAll(): Promise<void>
}

/** A list of what was started, in order. */
export function createStopList(log: Log): StopList {
  const list: { name: string; stop: () => Promise<void> }[] = []
  return {
    push: (started) => list.push(started),
    async stopAll() {
      for (const { name, stop } of list.reverse().splice(0)) {
        await stop().catch((error: unknown) => log.error(`stopping ${name}`, error))
      }
    },
  }
}
