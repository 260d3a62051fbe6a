import { useEffect, useRef, useState } from 'react'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'

/** How a confirmation ended: with a result from the server, or with 'failed' when the request failed. */
export type ConfirmationOutcome = ConfirmationResult | 'failed'

/**
 * Confirms the subscription that `token` belongs to. The browser sends the request, once, when the page has loaded and is
 * seen: scanners open links too, and browsers load pages ahead of a click, and that alone must not confirm anything. Null
 * without a token, and until the result is here.
 */
export function useConfirmation(
  token: string | null,
  known: ConfirmationOutcome | undefined,
): ConfirmationOutcome | null {
  const [outcome, setOutcome] = useState<ConfirmationOutcome | null>(known ?? null)
  const requested = useRef(known !== undefined)

  useEffect(() => {
    if (!token || requested.current) return
    requested.current = true
    untilSeen()
      .then(() => confirmInBrowser(token))
      .then(setOutcome, (error: unknown) => {
        console.error(error)
        setOutcome('failed')
      })
  }, [token])

  return outcome
}

async function confirmInBrowser(token: string): Promise<ConfirmationResult> {
  const [{ browserClient }, { confirmSubscription }] = await Promise.all([
    import('#app/browser-client.ts'),
    import('#core/data/subscribers.ts'),
  ])
  return confirmSubscription(browserClient(), token)
}

/** Resolves when the page is in front of a reader. One that a browser renders ahead, or in a tab behind, is hidden until then. */
function untilSeen(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })
}
