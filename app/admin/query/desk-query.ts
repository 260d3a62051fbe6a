import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { Refusal } from '#app/admin/errors/refusal.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'

/** The queries of one screen share one check of the session. */
const TRUST_MS = 2_000

/**
 * The options of a query of the desk: `useQuery(deskQuery(['articles', 'list'], listArticles))`. When the session has ended,
 * the page asks for the password, and `read` is called again.
 */
export function deskQuery<Data>(queryKey: QueryKey, read: (client: Client) => Promise<Data>) {
  return queryOptions({
    queryKey,
    queryFn: () =>
      signedIn(async (client) => {
        // For a session that has ended, row level security returns fewer rows instead of an error.
        const [data] = await Promise.all([read(client), requireSession(client)])
        return data
      }),
  })
}

async function requireSession(client: Client): Promise<void> {
  const { kind } = await identifyVisitor(client, { trustMs: TRUST_MS })
  if (kind === 'unauthenticated') throw new Refusal('session_not_found')
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind === 'not_admin') throw new Refusal('not_admin')
}
