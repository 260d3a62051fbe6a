import { groupByCaller, readPermissions } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'

/** Closes channels whose caller has lost the permission for them. */
export interface AccessWatch {
  /** The number of announced changes; a caller that queries the database compares it to know whether the result is still current. */
  changeCount(): number
  /** Queries the database again about a user. */
  check(userId: string): void
  /** Checks every caller; for changes that are not announced, such as the end of a session. */
  checkAll(): void
  closeExpired(now: number): void
}

export function createAccessWatch({
  pools,
  channels,
}: {
  pools: RequestPools
  channels: Channels
}): AccessWatch {
  const wanted = new Set<string>()
  let checksAll = false
  let isWorking = false
  let changeCount = 0

  async function work(): Promise<void> {
    isWorking = true
    while (checksAll || wanted.size > 0) {
      const concerned = [...channels.all()].filter(
        ({ caller }) => checksAll || wanted.has(caller.userId ?? ''),
      )
      checksAll = false
      wanted.clear()
      for (const group of groupByCaller(concerned).values()) await checkGroup(group)
    }
    isWorking = false
  }

  async function checkGroup(group: [Channel, ...Channel[]]): Promise<void> {
    const [{ caller }] = group
    // While the database is unreachable nothing is sent either, and every caller is checked again later.
    const topics = group.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic)
    const permissions = await readPermissions(pools, caller, { topics }).catch(() => null)
    if (!permissions) return
    for (const channel of group) {
      if (channel.caller !== caller && channel.caller.key !== caller.key) continue
      if (!permissions.isSignedIn) channels.close(channel, 'The session has ended')
      else if (channel.isPrivate && !permissions.mayJoin(channel.topic)) {
        channels.close(channel, 'You no longer have permission to read from this Channel topic')
      } else channel.name = permissions.name
    }
  }

  const start = () => {
    if (!isWorking) void work()
  }
  return {
    changeCount: () => changeCount,
    check(userId) {
      changeCount += 1
      wanted.add(userId)
      start()
    },
    checkAll() {
      checksAll = true
      start()
    },
    closeExpired(now) {
      for (const channel of [...channels.all()]) {
        if (channel.caller.expiresAt <= now) channels.close(channel, 'Token has expired')
      }
    },
  }
}
