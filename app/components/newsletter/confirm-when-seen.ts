import { browserClient } from '#app/browser-client.ts'
import { confirmSubscription } from '#core/data/subscribers.ts'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'

/** The outcome of a confirmation: a result from the server, or 'failed' if the request failed. */
export type ConfirmationOutcome = ConfirmationResult | 'failed'

/**
 * Confirms the subscription that `token` belongs to. The browser sends the request when the page is seen: scanners open links too, and
 * browsers load pages ahead of a click, and that alone must not confirm anything.
 */
export async function confirmWhenSeen(token: string): Promise<ConfirmationOutcome> {
  await untilSeen()
  return confirmSubscription(browserClient(), token).catch((error: unknown) => {
    console.error(error)
    return 'failed'
  })
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
