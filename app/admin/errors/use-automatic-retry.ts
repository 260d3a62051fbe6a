import { useEffect, useState } from 'react'
import { retryDelay } from '#app/admin/errors/retry-delays.ts'

/**
 * Calls `retry` after growing delays, while `active` and while the page is visible. Returns the seconds until the next
 * try, or null when there will be none.
 */
export function useAutomaticRetry({
  active,
  busy,
  retry,
}: {
  active: boolean
  busy: boolean
  retry: () => void
}): number | null {
  const [failedTries, setFailedTries] = useState(0)
  const [seconds, setSeconds] = useState(() => retryDelay(0))
  const isCounting = active && !busy && seconds !== null

  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setSeconds((left) => left && left - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [isCounting])

  useEffect(() => {
    if (!isCounting || seconds > 0) return
    setFailedTries(failedTries + 1)
    setSeconds(retryDelay(failedTries + 1))
    retry()
  }, [isCounting, seconds, failedTries, retry])

  return active ? seconds : null
}
