import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { listen } from '#server/platform/database/listen.ts'
import { limitWarnings } from '#server/platform/http/request-log.ts'
import {
  type Announcement,
  CHANNEL,
  createAnnouncer,
  readAnnouncement,
} from '#server/supabase/realtime/announcements.ts'
import { createChangeFeed } from '#server/supabase/realtime/changes/change-feed.ts'
import { createAccessWatch } from '#server/supabase/realtime/channels/access-watch.ts'
import { createBroadcastEndpoints, deliver } from '#server/supabase/realtime/channels/broadcast.ts'
import { type Channels, createChannels } from '#server/supabase/realtime/channels/channels.ts'
import { createMessageHandler } from '#server/supabase/realtime/channels/handle-message.ts'
import { createUpgradeHandler } from '#server/supabase/realtime/connections/upgrade-handler.ts'
import { createPresence, type Presence } from '#server/supabase/realtime/presence.ts'
import type { Realtime, SupabaseRequestServices } from '#server/supabase/services.ts'

/** How often silent connections and expired tokens are looked for. */
const SWEEP_MS = 5_000
/** How often other processes are told that this one is there. */
const BEAT_MS = 10_000
/** How often it is asked whether all sessions go on; most ends are announced at once. */
const ACCESS_MS = 30_000

export type RealtimeDeps = Pick<
  SupabaseRequestServices,
  'sql' | 'requestPools' | 'catalog' | 'identify' | 'limits' | 'siteUrl' | 'trustProxy' | 'log'
> & { address: DatabaseAddress }

/**
 * `/realtime/v1` for the official client: changes of tables under the caller's own policies, and broadcast and presence for
 * administrators. Everything that is announced comes over one connection that listens, also what this process says itself.
 */
export async function openRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { address, sql, requestPools: pools, catalog, identify, log } = deps
  const warn = limitWarnings(log)
  const { announce } = createAnnouncer(sql)
  /** Whether an announcement was lost, so that other processes may see presences that are gone. */
  let isDoubtful = false

  const channels: Channels = createChannels({
    onRemove: (channel) => {
      presence.untrack(channel).catch(() => {
        isDoubtful = true
      })
    },
  })
  const presence: Presence = createPresence({ announce, channels })
  const access = createAccessWatch({ pools, channels })
  const feed = createChangeFeed({
    pools,
    channels,
    onError: (error) => warn(`Changes could not be read: ${error instanceof Error ? error.message : error}`),
  })
  const upgrades = createUpgradeHandler({
    ...deps,
    channels,
    handle: createMessageHandler({ pools, catalog, identify, channels, presence, access, announce }),
  })

  /** What was announced in the meantime is lost, so everybody joins again and loads what is shown. */
  function startOver(): void {
    for (const channel of [...channels.all()]) channels.fail(channel)
    isDoubtful = false
    presence.restart().catch(() => {
      isDoubtful = true
    })
  }

  function accept(announcement: Announcement): void {
    const { kind } = announcement
    if (kind === 'change') feed.accept(announcement)
    else if (kind === 'reload') channels.failSubscribers(announcement.table)
    else if (kind === 'access') access.check(announcement.user)
    else if (kind === 'broadcast') deliver(channels, announcement)
    else presence.accept(announcement)
  }

  const listening = await listen(address, CHANNEL, {
    onPayload(payload) {
      const announcement = readAnnouncement(payload)
      if (announcement) accept(announcement)
    },
    onListening: startOver,
    purpose: 'realtime',
  })
  const timers = [
    setInterval(() => {
      const now = Date.now()
      upgrades.check(now)
      access.closeExpired(now)
    }, SWEEP_MS),
    setInterval(access.checkAll, ACCESS_MS),
    setInterval(() => {
      if (isDoubtful) return startOver()
      presence.beat().catch(() => {})
    }, BEAT_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    accepts: upgrades.accepts,
    handle: upgrades.handle,
    close: upgrades.close,
    endpoints: createBroadcastEndpoints({ ...deps, pools, announce }),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await upgrades.close()
      await listening.stop()
      await presence.leave().catch(() => {})
    },
  }
}
