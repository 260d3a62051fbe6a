import { isRateLimited, isTemporary } from '#app/admin/errors/classify-error.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'

const MAX_RETRIES = 3
/** Nobody waits longer than this before an empty screen: then the error is shown. */
const LONGEST_WAIT_SECONDS = 10

/** Whether a query that failed so many times before this error is worth another request. */
export function retriesQuery(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || secondsToRetry() > LONGEST_WAIT_SECONDS) return false
  return isRateLimited(error) ? secondsToRetry() > 0 : isTemporary(error)
}

/** As long as the server asks to wait, and twice as long after each failure where it does not say. */
export function queryRetryDelayMs(failures: number): number {
  return 1000 * (secondsToRetry() || 2 ** failures)
}
