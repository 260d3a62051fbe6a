import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'
import type { LiveTable } from '#core/data/database.types.ts'

/** The time for which a check of the session is cached, so that the queries of one screen share it. */
const TRUST_MS = 2_000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly LiveTable[]; isCalm?: boolean }
  }
}

/** The prefix of the keys of what the dashboard and the badges of the menu show: any mutation of the desk may change that. */
export const DESK_KEY = ['desk']

interface DeskQueryOptions {
  /** The tables of the data: a change in one of them refetches it. */
  live?: readonly LiveTable[]
  /** True if it is refetched less often while changes come in quick succession. */
  isCalm?: boolean
  /** True if `read` itself fails without a session of a member, so that no separate check is needed. */
  refuses?: boolean
}

/**
 * The options of a query of the desk: `useQuery(deskQuery(['articles', 'list'], listArticles, { live: ['articles'] }))`. When the
 * session has ended, the page asks for the password, and `read` is called again.
 */
export function deskQuery<Data>(
  queryKey: QueryKey,
  read: (client: Client) => Promise<Data>,
  { live = [], isCalm = false, refuses = false }: DeskQueryOptions = {},
) {
  return queryOptions({
    queryKey,
    meta: { live, isCalm },
    queryFn: () =>
      signedIn(async (client) => {
        if (refuses) return read(client)
        // For a session that has ended, row level security returns fewer rows instead of an error.
        const [data] = await Promise.all([read(client), requireSession(client)])
        return data
      }),
  })
}

/** @throws Refusal when the session has ended, so that `signedIn` asks for the password */
export async function requireSession(client: Client): Promise<void> {
  const { kind } = await identifyVisitor(client, { trustMs: TRUST_MS })
  if (kind === 'unauthenticated') throw new Refusal('session_not_found')
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind === 'not_member') throw new Refusal('not_member')
}

/** The prefix of the keys of all queries that show articles, so that a change refetches them. */
export const ARTICLES_KEY = ['articles']
