import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { isSessionExpired, isTemporary } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface LoadErrorProps {
  title: string
  error: unknown
  /** True while it is being loaded again. */
  busy: boolean
  retry: () => unknown
}

/** Says why something could not be loaded. After a temporary error it is loaded again automatically. */
function LoadError({ title, error, busy, retry }: LoadErrorProps) {
  const tryAgain = useCallback(() => void retry(), [retry])
  const seconds = useAutomaticRetry({ active: isTemporary(error), busy, retry: tryAgain })
  return (
    <div className="mb-8 max-w-xl">
      <Notice tone="problem" role="alert" title={title}>
        <p>{describeError(error)}</p>
      </Notice>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 pl-4.5">
        <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => busy || tryAgain()}>
          {t(busy ? 'errors.retry.busy' : seconds === null ? 'errors.retry.again' : 'errors.retry.now')}
        </Button>
        {/* Hidden from screen readers, which would announce every second. */}
        {!busy && seconds !== null && (
          <p className="text-faint text-sm tabular-nums">{t('errors.retry.next', { count: seconds })}</p>
        )}
      </div>
    </div>
  )
}

/** Shown instead of a page whose guard or rendering failed. */
export function RouteLoadError({ title, what }: { title: string; what: string }) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    if (isSessionExpired(error)) void sessionRenewal.ask().then(revalidate)
  }, [error, revalidate])
  return (
    <>
      <h1 className="mb-6 font-display font-medium text-title-lg">{title}</h1>
      <LoadError
        title={t('errors.notLoaded', { what })}
        error={error}
        busy={state !== 'idle'}
        retry={revalidate}
      />
    </>
  )
}

/**
 * Calls `retry` after growing delays, while `active` and while the page is visible. Returns the seconds until the next
 * try, or null when there will be none.
 */
function useAutomaticRetry({
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

const FIRST_SECONDS = 5
const LONGEST_SECONDS = 60
const MAX_TRIES = 10

/** The seconds to wait after this number of failed tries; null when there is no further try. */
export function retryDelay(failedTries: number): number | null {
  if (failedTries >= MAX_TRIES) return null
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** failedTries)
}

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
