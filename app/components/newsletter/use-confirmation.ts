import { useEffect, useRef, useState } from 'react'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'

/** How a confirmation ended: with the server's answer, or with none. */
export type ConfirmationOutcome = ConfirmationResult | 'failed'

/**
 * Confirms the address that `token` was mailed to: from the browser and once, so that opening the link alone, as mail
 * scanners do, confirms nothing. Null while it is on its way, or when there is nothing to ask.
 */
export function useConfirmation(
  token: string | null,
  known: ConfirmationOutcome | undefined,
): ConfirmationOutcome | null {
  const { publishableKey } = useSiteData()
  const [outcome, setOutcome] = useState<ConfirmationOutcome | null>(known ?? null)
  const asked = useRef(known !== undefined)

  useEffect(() => {
    if (!token || asked.current) return
    asked.current = true
    confirmInBrowser(publishableKey, token).then(setOutcome, (error: unknown) => {
      console.error(error)
      setOutcome('failed')
    })
  }, [token, publishableKey])

  return outcome
}

async function confirmInBrowser(publishableKey: string, token: string): Promise<ConfirmationResult> {
  const [{ browserClient }, { confirmSubscription }] = await Promise.all([
    import('#app/browser-client.ts'),
    import('#core/data/subscribers.ts'),
  ])
  return confirmSubscription(browserClient(publishableKey), token)
}
