import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveTable } from '#app/admin/live/live-tables.ts'

/**
 * Refetches the queries on the screen that depend on one of the tables; others are fetched when they are shown again. So are all
 * in a tab that nobody sees. Resolves when they have been fetched.
 */
export async function refetchLive(
  queries: QueryClient,
  tables: ReadonlySet<LiveTable>,
  { isHidden = false } = {},
): Promise<void> {
  const predicate = ({ meta }: Query) => meta?.live?.some((table) => tables.has(table)) ?? false
  // TanStack Query does not begin a first load anew, and it may have read the row before the change.
  const loading = queries
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await queries.invalidateQueries({ predicate, refetchType: isHidden ? 'none' : 'active' })
  await Promise.all(loading.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}
