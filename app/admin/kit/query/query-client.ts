import { QueryClient } from '@tanstack/react-query'
import { isRateLimited, isTemporary } from '#app/admin/kit/errors/classify-error.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'

const GC_TIME_MS = 5 * 60_000

/**
 * The cache of the desk's queries. A screen that is opened again shows cached data while it refetches; data that no screen has
 * shown for five minutes is removed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: GC_TIME_MS,
        retry: shouldRetryQuery,
        retryDelay: queryRetryDelayMs,
        // Browsers often report being offline wrongly; a request that fails is shown on the screen anyway.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

const MAX_RETRIES = 3
/** When the server asks to wait longer than this, the error is shown at once. */
const LONGEST_WAIT_SECONDS = 10

/** Tells whether TanStack Query tries again, given the number of failures before this one. */
export function shouldRetryQuery(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || secondsToRetry() > LONGEST_WAIT_SECONDS) return false
  return isRateLimited(error) ? secondsToRetry() > 0 : isTemporary(error)
}

/** The delay that the server asks for (`Retry-After`), else one that doubles after each failure. */
export function queryRetryDelayMs(failures: number): number {
  return 1000 * (secondsToRetry() || 2 ** failures)
}
