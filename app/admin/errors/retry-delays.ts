const FIRST_SECONDS = 5
const LONGEST_SECONDS = 60
const MAX_TRIES = 10

/** The seconds to wait after this number of failed tries; null when there is no further try. */
export function retryDelay(failedTries: number): number | null {
  if (failedTries >= MAX_TRIES) return null
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** failedTries)
}
