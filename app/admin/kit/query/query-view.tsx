import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { LoadError } from '#app/admin/kit/query/load-error.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** The name of the data, as the beginning of a sentence: 'The outbox'. */
  what: string
  /** The skeleton, shown until there is data. */
  pending: React.ReactNode
  children: (data: Data) => React.ReactNode
}

/** Shows the data of a query, its skeleton until there is data, or its error. Cached data stays visible when a refetch fails. */
export function QueryView<Data>({ query, what, pending, children }: QueryViewProps<Data>) {
  const { data, error, isSuccess, isFetching, refetch } = query
  // A query without data loses its error while it is tried again, but the notice must stay.
  const lastError = useRef<unknown>(null)
  if (isSuccess) lastError.current = null
  else if (error) lastError.current = error
  const problem = error ?? lastError.current
  return (
    <>
      {problem !== null && (
        <LoadError
          title={t(data === undefined ? 'errors.notLoaded' : 'errors.mayHaveChanged', { what })}
          error={problem}
          busy={isFetching}
          retry={refetch}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && problem === null && (
        <>
          <p role="status" className="sr-only">
            {t('ui.loading')}
          </p>
          {pending}
        </>
      )}
    </>
  )
}
