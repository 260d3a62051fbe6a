import * as z from 'zod'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { listen } from '#server/platform/database/listen.ts'
import { createMemoryWindow } from '#server/platform/limits/memory-window.ts'
import {
  type Announce,
  type Announcement,
  CHANNEL,
  createAnnouncer,
  readAnnouncement,
} from '#server/supabase/realtime/announcements.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { createChangeFeed } from '#server/supabase/realtime/changes/change-feed.ts'
import { createAccessWatch } from '#server/supabase/realtime/channels/access-watch.ts'
import { type AdmissionDeps, createAdmission, Refusal } from '#server/supabase/realtime/channels/admission.ts'
import {
  broadcast,
  createBroadcastEndpoints,
  deliver,
  isDeeper,
} from '#server/supabase/realtime/channels/broadcast.ts'
import { type Channel, type Channels, createChannels } from '#server/supabase/realtime/channels/channels.ts'
import { firstProblem } from '#server/supabase/realtime/channels/read-join.ts'
import type { Connection } from '#server/supabase/realtime/connections/connection.ts'
import { createUpgradeHandler } from '#server/supabase/realtime/connections/upgrade-handler.ts'
import { createPresence, type Presence } from '#server/supabase/realtime/presence.ts'
import type { ClientMessage } from '#server/supabase/realtime/protocol.ts'
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

const PRIVATE_ONLY = 'PrivateOnly: Broadcast and presence need a private channel'
const TOO_MANY = 'ClientMessageRateLimitReached: Too many messages per second'
const WINDOW_SECONDS = 10
/** Keys of the publishable and the secret kind, which the client sends when no user is signed in. */
const API_KEY = /^sb_/

const tokenPayload = z.strictObject({ access_token: z.string().nullable() })
const broadcastPayload = z.strictObject({
  type: z.literal('broadcast').optional(),
  event: z.string(),
  payload: z.unknown().optional(),
})
const presencePayload = z.strictObject({
  type: z.literal('presence').optional(),
  event: z.enum(['track', 'untrack']),
  payload: z.unknown().optional(),
})

interface HandlerDeps extends AdmissionDeps {
  announce: Announce
}

/** Handles the messages of clients, with one function for each event. */
function createMessageHandler(deps: HandlerDeps) {
  const { channels, presence, announce } = deps
  const admission = createAdmission(deps)
  const announcements = createMemoryWindow({
    limit: BOUNDS.announcementsPer10Seconds,
    windowSeconds: WINDOW_SECONDS,
  })
  const mayAnnounce = ({ caller }: Channel) => announcements.take(caller.userId ?? 'service') === 0

  return async function handle(connection: Connection, message: ClientMessage): Promise<void> {
    if (message.event === 'phx_join') return join(connection, message)
    const channel = connection.channels.get(message.topic)
    const isLeave = message.event === 'phx_leave'
    if (channel?.joinRef !== message.joinRef || !channel) {
      // This includes a message for a channel that was joined again since.
      return isLeave
        ? connection.reply(message, 'ok')
        : connection.reply(message, 'error', { reason: 'unmatched topic' })
    }
    switch (message.event) {
      case 'phx_leave':
        channels.remove(channel)
        connection.reply(message, 'ok')
        return channel.push('phx_close', '{}', channel.joinRef)
      case 'access_token':
        return renew(connection, channel, message)
      case 'broadcast':
        return answer(connection, message, channel.broadcast.acknowledges, () =>
          send(channel, message.payload),
        )
      case 'presence':
        return answer(connection, message, true, () => changePresence(channel, message.payload))
      default:
        return connection.reply(message, 'error', { reason: 'This event is not known' })
    }
  }

  async function join(connection: Connection, message: ClientMessage): Promise<void> {
    try {
      await admission.join(connection, message)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      connection.reply(message, 'error', { reason: error.message })
    }
  }

  async function renew(connection: Connection, channel: Channel, message: ClientMessage): Promise<void> {
    const { data } = tokenPayload.safeParse(message.payload)
    if (!data)
      return connection.reply(message, 'error', { reason: 'InvalidJWTToken: An access token is expected' })
    if (data.access_token === null || API_KEY.test(data.access_token)) return
    try {
      await admission.renew(connection, channel, data.access_token)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      channels.close(channel, error.message)
    }
  }

  /** Replies with the error, or with ok if the client wants an acknowledgement. */
  async function answer(
    connection: Connection,
    message: ClientMessage,
    acknowledges: boolean,
    work: () => Promise<string | null>,
  ): Promise<void> {
    const problem = await work().catch(
      () => 'UnableToConnectToProject: The database cannot be reached right now',
    )
    if (problem !== null) connection.reply(message, 'error', { reason: problem })
    else if (acknowledges) connection.reply(message, 'ok')
  }

  async function send(channel: Channel, payload: unknown): Promise<string | null> {
    const { id, isPrivate, topic } = channel
    if (!isPrivate) return PRIVATE_ONLY
    if (!mayAnnounce(channel)) return TOO_MANY
    const { data, error } = broadcastPayload.safeParse(payload)
    if (!data) return firstProblem(error)
    return broadcast(announce, { topic, event: data.event, payload: data.payload ?? {}, sender: id })
  }

  async function changePresence(channel: Channel, payload: unknown): Promise<string | null> {
    if (!channel.isPrivate) return PRIVATE_ONLY
    const { data, error } = presencePayload.safeParse(payload)
    if (!data) return firstProblem(error)
    if (!mayAnnounce(channel)) return TOO_MANY
    if (data.event === 'untrack') {
      await presence.untrack(channel)
      return null
    }
    const meta = data.payload ?? {}
    if (typeof meta !== 'object' || Array.isArray(meta)) return 'Presence track payload must be a map'
    if (isDeeper(meta, BOUNDS.depth)) return 'The payload is nested too deeply'
    const text = JSON.stringify(meta)
    if (Buffer.byteLength(text) > BOUNDS.presenceBytes) return 'Track message size exceeded'
    if (presence.isFull(channel)) return 'Too many presences in this channel'
    await presence.track(channel, text)
    return null
  }
}
