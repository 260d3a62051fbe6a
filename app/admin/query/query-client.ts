import { QueryClient } from '@tanstack/react-query'
import { queryRetryDelayMs, retriesQuery } from '#app/admin/query/retries.ts'

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
        retry: retriesQuery,
        retryDelay: queryRetryDelayMs,
        // Browsers often report being offline wrongly; a request that fails is shown on the screen anyway.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
