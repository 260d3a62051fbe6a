import { queryOptions } from '@tanstack/react-query'

/** The library that reads and writes CSV, which is loaded when a file is imported or exported. */
export const csvQuery = queryOptions({
  queryKey: ['csv'],
  queryFn: async () => (await import('papaparse')).default,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
