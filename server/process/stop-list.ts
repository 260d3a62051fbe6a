import type { Log } from '#server/log.ts'

export interface StopList {
  push(started: { name: string; stop: () => Promise<void> }): void
  /** Stops everything in reverse; what fails to stop is logged and keeps nothing else from it. */
  stopAll(): Promise<void>
}

/** What was started, in order. */
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
