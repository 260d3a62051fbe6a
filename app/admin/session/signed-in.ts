import { runSignedIn } from '#app/admin/session/run-signed-in.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

/**
 * Does something for which one has to be signed in. When the session is over, the page asks for the password, keeps what
 * was typed, and `action` is done again.
 */
export function signedIn<Result>(action: (client: Client) => Promise<Result>): Promise<Result> {
  const client = browserClient()
  return runSignedIn({ client, renewal: sessionRenewal }, () => action(client))
}
