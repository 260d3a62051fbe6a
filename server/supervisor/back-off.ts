import { StartError } from '#server/supervisor/start-process.ts'

/** The pauses before a process is started again; the last one is repeated. */
const PAUSES_SECONDS = [0.1, 1, 2, 5, 10, 30]
/** The number of them that are used while the database is away, which is not a fault of the process. */
const DATABASE_PAUSES = 3

/** Computes the pause before a process that ended by itself is started again. */
export function createBackOff() {
  let failures = 0
  return {
    /** The next pause, in seconds. */
    next(): number {
      return PAUSES_SECONDS[Math.min(failures++, PAUSES_SECONDS.length - 1)] ?? 0
    },
    /** Notes why a start has failed. */
    note(error: unknown): void {
      if (error instanceof StartError && error.isDatabaseAway)
        failures = Math.min(failures, DATABASE_PAUSES - 1)
    },
    reset(): void {
      failures = 0
    },
  }
}
