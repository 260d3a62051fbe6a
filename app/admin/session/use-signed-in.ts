import { useCallback } from 'react'
import { adminClient } from '#app/admin/session/admin-client.ts'
import { runSignedIn } from '#app/admin/session/run-signed-in.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import type { Client } from '#core/data/client.ts'

/**
 * For forms of the admin area: `await signedIn((client) => saveArticle(client, article))`. When the session is over, the
 * page asks for the password, keeps what was typed, and the action is done again.
 */
export function useSignedIn() {
  return useCallback(<Result>(action: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = adminClient(window.location.href)
    return runSignedIn({ client, renewal: sessionRenewal }, () => action(client))
  }, [])
}
