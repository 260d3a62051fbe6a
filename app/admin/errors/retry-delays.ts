const FIRST_SECONDS = 5
const LONGEST_SECONDS = 60
const MAX_TRIES = 10

/** The seconds to wait before the next try after so many that failed; null when it is time to stop. */
export function retryDelay(failedTries: number): number | null {
  if (failedTries >= MAX_TRIES) return null
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** failedTries)
}
