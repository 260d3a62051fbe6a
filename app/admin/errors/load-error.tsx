import { useCallback, useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { isTemporary, saysSessionEnded } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { useAutomaticRetry } from '#app/admin/errors/use-automatic-retry.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** In place of a page whose data could not be loaded. What may pass by itself is tried again by itself. */
export function LoadError({ title, what }: { title: string; what: string }) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  const busy = state !== 'idle'
  const retry = useCallback(() => void revalidate(), [revalidate])
  const seconds = useAutomaticRetry({ active: isTemporary(error), busy, retry })

  useEffect(() => {
    if (saysSessionEnded(error)) void sessionRenewal.ask().then(retry)
  }, [error, retry])

  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{title}</h1>
      <Notice tone="problem" role="alert" className="mt-6 max-w-xl" title={`${what} could not be loaded.`}>
        <p>{describeError(error)}</p>
      </Notice>
      <div className="mt-5 flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 pl-4.5">
        <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => busy || retry()}>
          {busy ? 'Trying again...' : seconds === null ? 'Try again' : 'Try now'}
        </Button>
        {/* Counted for the eye only: nobody wants to hear every second. */}
        {!busy && seconds !== null && (
          <p className="text-faint text-sm tabular-nums">
            Next try in {seconds} {seconds === 1 ? 'second' : 'seconds'}
          </p>
        )}
      </div>
    </>
  )
}
