import { askStanding, groupByCaller } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'

/** Closes channels whose caller has lost what it takes to have them open. */
export interface AccessWatch {
  /** How often something was announced; for whoever asks the database, and must know whether the answer is still true. */
  announced(): number
  /** Asks the database again about a user, soon. */
  check(userId: string): void
  /** Asks about everybody; for what nothing announces, such as a session that is over. */
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
  let everybody = false
  let isWorking = false
  let announced = 0

  async function work(): Promise<void> {
    isWorking = true
    while (everybody || wanted.size > 0) {
      const concerned = [...channels.all()].filter(
        ({ caller }) => everybody || wanted.has(caller.userId ?? ''),
      )
      everybody = false
      wanted.clear()
      for (const group of groupByCaller(concerned).values()) await checkGroup(group)
    }
    isWorking = false
  }

  async function checkGroup(group: [Channel, ...Channel[]]): Promise<void> {
    const [{ caller }] = group
    // While the database is away nothing is sent either, and everybody is asked about again later.
    const standing = await askStanding(pools, caller).catch(() => null)
    if (!standing) return
    for (const channel of group) {
      if (channel.caller !== caller && channel.caller.key !== caller.key) continue
      if (!standing.isSignedIn) channels.close(channel, 'The session has ended')
      else if (channel.isPrivate && !standing.isAdministrator) {
        channels.close(channel, 'You no longer have permission to read from this Channel topic')
      }
    }
  }

  const start = () => {
    if (!isWorking) void work()
  }
  return {
    announced: () => announced,
    check(userId) {
      announced += 1
      wanted.add(userId)
      start()
    },
    checkAll() {
      everybody = true
      start()
    },
    closeExpired(now) {
      for (const channel of [...channels.all()]) {
        if (channel.caller.expiresAt <= now) channels.close(channel, 'Token has expired')
      }
    },
  }
}
