import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { identityOf } from '#server/supabase/rest/handle-request.ts'
import type { DatabaseIdentity } from '#server/supabase/rest/run-query.ts'

/** In whose name a channel is open. */
export interface ChannelCaller {
  /** Callers with the same key have the same rights: their role and their claims are equal. */
  key: string
  identity: DatabaseIdentity
  /** Null for the service role, which no session belongs to. */
  userId: string | null
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** Null for everybody who is not signed in. */
export function channelCallerOf(caller: Caller): ChannelCaller | null {
  if (caller.kind !== 'user' && caller.kind !== 'service') return null
  const identity = identityOf(caller, '')
  const expires = caller.kind === 'user' ? caller.claims.exp : undefined
  return {
    key: `${identity.role} ${identity.claims}`,
    identity,
    userId: caller.kind === 'user' ? caller.userId : null,
    expiresAt: expires === undefined ? Number.POSITIVE_INFINITY : expires * 1000,
  }
}

/** The channels of each caller. */
export function groupByCaller<Item extends { caller: ChannelCaller }>(
  channels: Iterable<Item>,
): Map<string, [Item, ...Item[]]> {
  return Map.groupBy(channels, ({ caller }) => caller.key) as Map<string, [Item, ...Item[]]>
}
