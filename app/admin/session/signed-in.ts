import { runSignedIn } from '#app/admin/session/run-signed-in.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

/**
 * Calls `action`, which needs a session. When the session has ended, the page asks for the password without losing what was
 * typed, and `action` is called again.
 */
export function signedIn<Result>(action: (client: Client) => Promise<Result>): Promise<Result> {
  const client = browserClient()
  return runSignedIn({ client, renewal: sessionRenewal }, () => action(client))
}
