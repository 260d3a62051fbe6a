import { randomUUID } from 'node:crypto'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import { bringsAccessToken, NOT_FOR_ACCESS_TOKENS } from '#server/supabase/auth/access-token.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { createSubscription, type Subscription } from '#server/supabase/realtime/changes/subscription.ts'
import type { AccessWatch } from '#server/supabase/realtime/channels/access-watch.ts'
import { isTopic } from '#server/supabase/realtime/channels/broadcast.ts'
import {
  type CallerPermissions,
  type ChannelCaller,
  channelCallerOf,
  readPermissions,
} from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'
import { type Join, readJoin } from '#server/supabase/realtime/channels/read-join.ts'
import type { Connection } from '#server/supabase/realtime/connections/connection.ts'
import type { Presence } from '#server/supabase/realtime/presence.ts'
import { type ClientMessage, systemMessage, withoutPrefix } from '#server/supabase/realtime/protocol.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'

export interface AdmissionDeps {
  pools: RequestPools
  catalog: Catalog
  identify: (headers: HeaderReader) => Promise<Caller>
  channels: Channels
  presence: Presence
  access: AccessWatch
}

/** A join or a token that is refused, with the code and the sentence that hosted Supabase gives. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(code: string, sentence: string) {
    super(`${code}: ${sentence}`)
  }
}

interface Admission {
  /** @throws Refusal */
  join(connection: Connection, message: ClientMessage): Promise<void>
  /**
   * Replaces the access token of a channel, which is closed when the new token does not permit it.
   * @throws Refusal
   */
  renew(connection: Connection, channel: Channel, accessToken: string): Promise<void>
}

/** Decides which callers may join which topics. Anonymous callers join nothing; broadcast and presence are for people with a role. */
export function createAdmission(deps: AdmissionDeps): Admission {
  const { pools, catalog, identify, channels, presence, access } = deps

  async function requireCaller({ apiKey }: Connection, accessToken: string | null): Promise<ChannelCaller> {
    const headers = new Map([['apikey', apiKey]])
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
    if (bringsAccessToken(headers)) throw new Refusal('Unauthorized', NOT_FOR_ACCESS_TOKENS)
    const caller = await identify(headers)
    if (caller.kind === 'refused') {
      throw new Refusal(
        'InvalidJWTToken',
        caller.reason === 'JWT expired' ? 'Token has expired' : caller.reason,
      )
    }
    const channelCaller = channelCallerOf(caller)
    if (channelCaller) return channelCaller
    throw new Refusal('Unauthorized', 'You have to be signed in to join a channel')
  }

  /** @throws Refusal when the caller has no session, or no right to the topic where that is needed */
  async function requirePermissions(
    connection: Connection,
    caller: ChannelCaller,
    wanted: { topic: string; isPrivate: boolean; subscriptions: readonly Subscription[] },
  ): Promise<CallerPermissions> {
    const conditions = wanted.subscriptions.flatMap((subscription) => subscription.conditions)
    const topics = wanted.isPrivate ? [wanted.topic] : []
    const ask = () => readPermissions(pools, caller, { topics, conditions })
    const permissions = await pools.turns
      .run(caller.userId ?? '', ask, connection.isOpen, 'requests')
      .catch((error: unknown) => {
        throw error instanceof RestError && error.status < 500
          ? new Refusal('RealtimeDisabledForConfiguration', error.message)
          : new Refusal('UnableToConnectToProject', 'The database cannot be reached right now')
      })
    if (permissions.isSignedIn && (!wanted.isPrivate || permissions.mayJoin(wanted.topic))) return permissions
    throw new Refusal(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${withoutPrefix(wanted.topic)}`,
    )
  }

  async function join(connection: Connection, message: ClientMessage): Promise<void> {
    const { topic, joinRef } = message
    requireCapacity(connection, topic)
    const wanted = readJoin(message.payload)
    if (typeof wanted === 'string') throw new Refusal('InvalidJoinPayload', wanted)
    const caller = await requireCaller(connection, wanted.accessToken)
    requirePrivate(wanted)
    const subscriptions = requireSubscriptions(wanted, catalog)
    requireQuota(caller, subscriptions)
    const before = access.changeCount()
    const { name } = await requirePermissions(connection, caller, {
      topic,
      isPrivate: wanted.isPrivate,
      subscriptions,
    })
    if (!connection.isOpen()) return

    const previous = connection.channels.get(topic)
    if (previous) channels.remove(previous)
    const channel: Channel = {
      id: randomUUID(),
      topic,
      joinRef,
      isPrivate: wanted.isPrivate,
      broadcast: wanted.broadcast,
      presence: { key: wanted.presence.key ?? randomUUID(), isEnabled: wanted.presence.isEnabled },
      subscriptions,
      caller,
      name,
      push: (event, payload, ref = null) => connection.send({ joinRef, ref, topic, event }, payload),
      pushBinary: (event, payload) => connection.sendBinary({ topic, event }, payload),
      detach: () => connection.channels.delete(topic),
    }
    connection.channels.set(topic, channel)
    connection.hasJoined = true
    channels.add(channel)
    acceptJoin(connection, message, channel, wanted)
    // A change that was announced during the query did not include this channel yet.
    if (access.changeCount() !== before && caller.userId) access.check(caller.userId)
  }

  function acceptJoin(connection: Connection, message: ClientMessage, channel: Channel, wanted: Join): void {
    const { topic, subscriptions } = channel
    const ids = subscriptions.map(({ id }) => id)
    connection.reply(message, 'ok', {
      postgres_changes: wanted.changes.map((change, place) => ({ id: ids[place], ...change })),
    })
    const sendSystem = (extension: 'system' | 'postgres_changes', text: string) =>
      channel.push('system', systemMessage({ extension, status: 'ok', message: text, topic }))
    if (subscriptions.length > 0) sendSystem('postgres_changes', 'Subscribed to PostgreSQL')
    if (wanted.broadcast.confirmsReplication) sendSystem('system', 'Replication connection established')
    if (channel.presence.isEnabled) channel.push('presence_state', presence.stateOf(topic))
  }

  /** @throws Refusal when the callers with the same token have too many subscriptions together */
  function requireQuota({ key }: ChannelCaller, { length }: readonly Subscription[]): void {
    const own = [...channels.all()].filter(({ caller }) => caller.key === key)
    const count = own.reduce((sum, { subscriptions }) => sum + subscriptions.length, length)
    if (count > BOUNDS.subscriptionsPerCaller)
      throw new Refusal('ChannelRateLimitReached', 'Too many subscriptions')
  }

  async function renew(connection: Connection, channel: Channel, accessToken: string): Promise<void> {
    const caller = await requireCaller(connection, accessToken)
    if (caller.key === channel.caller.key) return
    const before = access.changeCount()
    await requirePermissions(connection, caller, channel)
    channel.caller = caller
    if (access.changeCount() !== before && caller.userId) access.check(caller.userId)
  }

  return { join, renew }
}

function requireCapacity(connection: Connection, topic: string): void {
  if (!isTopic(topic)) throw new Refusal('TopicNameRequired', 'You must provide a topic name')
  if (!connection.takeJoin()) throw new Refusal('ClientJoinRateLimitReached', 'Too many joins per second')
  if (connection.channels.size >= BOUNDS.channelsPerConnection && !connection.channels.has(topic)) {
    throw new Refusal('ChannelRateLimitReached', 'Too many channels')
  }
}

/** Only changes of tables are available without a private channel, because policies protect them. */
function requirePrivate({ isPrivate, presence, changes }: Join): void {
  if (isPrivate || (changes.length > 0 && !presence.isEnabled)) return
  throw new Refusal('PrivateOnly', 'This project only allows private channels')
}

function requireSubscriptions({ changes }: Join, catalog: Catalog): Subscription[] {
  try {
    return changes.map((wanted) => createSubscription(wanted, catalog))
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const { message, details } = error.body
    throw new Refusal('RealtimeDisabledForConfiguration', details ? `${message} (${details})` : message)
  }
}
