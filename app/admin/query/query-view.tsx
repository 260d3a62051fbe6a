import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { LoadError } from '#app/admin/errors/load-error.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** What is read, as the beginning of a sentence: 'The outbox'. */
  what: string
  /** Its grey shape, while nothing is known yet. */
  pending: React.ReactNode
  children: (data: Data) => React.ReactNode
}

/** What a query answers, its shape until then, or why it cannot be shown. What was read before stays when it fails. */
export function QueryView<Data>({ query, what, pending, children }: QueryViewProps<Data>) {
  const { data, error, isSuccess, isFetching, refetch } = query
  // A query without data forgets its error while it is tried again; the notice stays where it is.
  const lastError = useRef<unknown>(null)
  if (isSuccess) lastError.current = null
  else if (error) lastError.current = error
  const problem = error ?? lastError.current
  return (
    <>
      {problem !== null && (
        <LoadError
          title={data === undefined ? `${what} could not be loaded.` : `${what} may have changed.`}
          error={problem}
          busy={isFetching}
          retry={refetch}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && problem === null && (
        <>
          <p role="status" className="sr-only">
            Loading...
          </p>
          {pending}
        </>
      )}
    </>
  )
}
