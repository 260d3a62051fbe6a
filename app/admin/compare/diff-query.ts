import { queryOptions } from '@tanstack/react-query'

/** The library that compares texts, which is loaded when something is compared. */
export const diffQuery = queryOptions({
  queryKey: ['diff'],
  queryFn: () => import('diff'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
