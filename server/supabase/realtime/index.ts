import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { listen } from '#server/platform/database/listen.ts'
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

/** The interval at which silent connections and expired tokens are closed. */
const SWEEP_MS = 5_000
/** The interval of heartbeats to the other processes. */
const HEARTBEAT_MS = 10_000
/** The interval at which all sessions are checked; most ends of sessions are announced at once. */
const ACCESS_CHECK_MS = 30_000

type RealtimeDeps = Pick<
  SupabaseRequestServices,
  'sql' | 'requestPools' | 'catalog' | 'identify' | 'limits' | 'siteUrl' | 'trustProxy' | 'log'
> & { address: DatabaseAddress }

/**
 * `/realtime/v1` for the official client: changes of tables under the caller's own policies, and broadcast and presence for
 * people with a role. All announcements arrive on one listening connection, also those of this process.
 */
export async function openRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { address, sql, requestPools: pools, catalog, identify, log } = deps
  const announce = createAnnouncer(sql)
  /** True if an announcement was lost, so that other processes may list presences that have ended. */
  let needsResync = false

  const channels: Channels = createChannels({
    onRemove: (channel) => {
      presence.untrack(channel).catch(() => {
        needsResync = true
      })
    },
  })
  const presence: Presence = createPresence({ announce, channels })
  const access = createAccessWatch({ pools, channels })
  const acceptChange = createChangeFeed({
    pools,
    channels,
    onError: (error) => log.error('Changes could not be read', error),
  })
  const upgrades = createUpgradeHandler({
    ...deps,
    channels,
    handle: createMessageHandler({ pools, catalog, identify, channels, presence, access, announce }),
  })

  /** Announcements were missed, so every client has to join again and load its data. */
  function resync(): void {
    for (const channel of [...channels.all()]) channels.fail(channel)
    needsResync = false
    presence.resync().catch(() => {
      needsResync = true
    })
  }

  function accept(announcement: Announcement): void {
    const { kind } = announcement
    if (kind === 'change') acceptChange(announcement)
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
    onListening: resync,
    purpose: 'realtime',
  })
  const timers = [
    setInterval(() => {
      upgrades.check(performance.now())
      access.closeExpired(Date.now())
    }, SWEEP_MS),
    setInterval(access.checkAll, ACCESS_CHECK_MS),
    setInterval(() => {
      if (needsResync) return resync()
      presence.sendHeartbeat().catch(() => {})
    }, HEARTBEAT_MS),
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
