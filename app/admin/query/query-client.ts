import { QueryClient } from '@tanstack/react-query'
import { queryRetryDelayMs, retriesQuery } from '#app/admin/query/retries.ts'

const GC_TIME_MS = 5 * 60_000

/**
 * What the desk has read. A screen that is opened again shows what it showed before and asks anew; what no screen has shown
 * for five minutes is forgotten.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: GC_TIME_MS,
        retry: retriesQuery,
        retryDelay: queryRetryDelayMs,
        // A browser that says it is offline is often wrong, and a request that fails says so on the screen.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
