import { useEffect, useState } from 'react'
import { retryDelay } from '#app/admin/errors/retry-delays.ts'

/**
 * Tries again by itself, after pauses that grow, as long as `active` and while somebody can see the page. Answers the
 * seconds until then; null when nothing more will be tried.
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
