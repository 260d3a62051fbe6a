import { useRevalidator, useRouteError } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'

/** In place of a page whose data could not be loaded. */
export function LoadError({ title, what }: { title: string; what: string }) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  const busy = state !== 'idle'
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{title}</h1>
      <div role="alert" className="mt-6 max-w-xl border-red border-l-2 pl-5">
        <p className="font-semibold">{what} could not be loaded.</p>
        <p className="mt-1 text-sm text-soft">
          Something went wrong between this browser and the server. Please try again.
        </p>
        {error instanceof Error && (
          <p className="mt-3 break-words font-mono text-faint text-xs">{error.message}</p>
        )}
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          aria-disabled={busy}
          onClick={() => void (busy || revalidate())}
        >
          {busy ? 'Trying again...' : 'Try again'}
        </Button>
      </div>
    </>
  )
}
