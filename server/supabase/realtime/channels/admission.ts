import { randomUUID } from 'node:crypto'
import { createFairQueue } from '#server/platform/http/fair-queue.ts'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { createSubscription, type Subscription } from '#server/supabase/realtime/changes/subscription.ts'
import type { AccessWatch } from '#server/supabase/realtime/channels/access-watch.ts'
import { isTopic } from '#server/supabase/realtime/channels/broadcast.ts'
import {
  askStanding,
  type ChannelCaller,
  channelCallerOf,
  type Standing,
} from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'
import { type Join, readJoin } from '#server/supabase/realtime/channels/read-join.ts'
import type { Connection } from '#server/supabase/realtime/connections/connection.ts'
import type { Presence } from '#server/supabase/realtime/presence.ts'
import { type ClientMessage, systemMessage, withoutPrefix } from '#server/supabase/realtime/protocol.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'

/** So many ask the database at once, of which one for each user. */
const QUEUE = { atOnce: 2, perKey: 1, maxWaitMs: 8_000 }

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

export interface Admission {
  /** @throws Refusal */
  join(connection: Connection, message: ClientMessage): Promise<void>
  /**
   * Takes over another access token; the channel is closed when it does not open it any more.
   * @throws Refusal
   */
  renew(connection: Connection, channel: Channel, accessToken: string): Promise<void>
}

/** Decides who may join what. Anonymous callers join nothing; broadcast and presence are for administrators. */
export function createAdmission(deps: AdmissionDeps): Admission {
  const { pools, catalog, identify, channels, presence, access } = deps
  const queue = createFairQueue(QUEUE)

  async function requireCaller({ apiKey }: Connection, accessToken: string | null): Promise<ChannelCaller> {
    const headers = new Map([['apikey', apiKey]])
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
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

  /** @throws Refusal when the caller has no session, or is no administrator where that is needed */
  async function requireStanding(
    connection: Connection,
    caller: ChannelCaller,
    wanted: { topic: string; isPrivate: boolean; subscriptions: readonly Subscription[] },
  ): Promise<Standing> {
    const conditions = wanted.subscriptions.flatMap((subscription) => subscription.conditions)
    const ask = () => askStanding(pools, caller, conditions)
    const standing = await queue.run(caller.userId ?? '', ask, connection.isOpen).catch((error: unknown) => {
      throw error instanceof RestError && error.status < 500
        ? new Refusal('RealtimeDisabledForConfiguration', error.message)
        : new Refusal('UnableToConnectToProject', 'The database cannot be reached right now')
    })
    if (standing.isSignedIn && (standing.isAdministrator || !wanted.isPrivate)) return standing
    throw new Refusal(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${withoutPrefix(wanted.topic)}`,
    )
  }

  async function join(connection: Connection, message: ClientMessage): Promise<void> {
    const { topic, joinRef } = message
    requirePlace(connection, topic)
    const wanted = readJoin(message.payload)
    if (typeof wanted === 'string') throw new Refusal('InvalidJoinPayload', wanted)
    const caller = await requireCaller(connection, wanted.accessToken)
    requirePrivate(wanted)
    const subscriptions = requireSubscriptions(wanted, catalog)
    requireShare(caller, subscriptions)
    const before = access.announced()
    await requireStanding(connection, caller, { topic, isPrivate: wanted.isPrivate, subscriptions })
    if (!connection.isOpen()) return

    const former = connection.channels.get(topic)
    if (former) channels.remove(former)
    const channel: Channel = {
      id: randomUUID(),
      topic,
      joinRef,
      isPrivate: wanted.isPrivate,
      broadcast: wanted.broadcast,
      presence: { key: wanted.presence.key ?? randomUUID(), isEnabled: wanted.presence.isEnabled },
      subscriptions,
      caller,
      push: (event, payload, ref = null) => connection.send({ joinRef, ref, topic, event }, payload),
      pushBinary: (event, payload) => connection.sendBinary({ topic, event }, payload),
      detach: () => connection.channels.delete(topic),
    }
    connection.channels.set(topic, channel)
    connection.hasJoined = true
    channels.add(channel)
    greet(connection, message, channel, wanted)
    // What was announced while the database answered did not concern this channel yet.
    if (access.announced() !== before && caller.userId) access.check(caller.userId)
  }

  function greet(connection: Connection, message: ClientMessage, channel: Channel, wanted: Join): void {
    const { topic, subscriptions } = channel
    const ids = subscriptions.map(({ id }) => id)
    connection.reply(message, 'ok', {
      postgres_changes: wanted.changes.map((change, place) => ({ id: ids[place], ...change })),
    })
    const say = (extension: 'system' | 'postgres_changes', text: string) =>
      channel.push('system', systemMessage({ extension, status: 'ok', message: text, topic }))
    if (subscriptions.length > 0) say('postgres_changes', 'Subscribed to PostgreSQL')
    if (wanted.broadcast.saysReady) say('system', 'Replication connection established')
    if (channel.presence.isEnabled) channel.push('presence_state', presence.stateOf(topic))
  }

  /** @throws Refusal when the callers with the same token have too many subscriptions together */
  function requireShare({ key }: ChannelCaller, { length }: readonly Subscription[]): void {
    const own = [...channels.all()].filter(({ caller }) => caller.key === key)
    const count = own.reduce((sum, { subscriptions }) => sum + subscriptions.length, length)
    if (count > BOUNDS.subscriptionsPerCaller)
      throw new Refusal('ChannelRateLimitReached', 'Too many subscriptions')
  }

  async function renew(connection: Connection, channel: Channel, accessToken: string): Promise<void> {
    const caller = await requireCaller(connection, accessToken)
    if (caller.key === channel.caller.key) return
    const before = access.announced()
    await requireStanding(connection, caller, channel)
    channel.caller = caller
    if (access.announced() !== before && caller.userId) access.check(caller.userId)
  }

  return { join, renew }
}

function requirePlace(connection: Connection, topic: string): void {
  if (!isTopic(topic)) throw new Refusal('TopicNameRequired', 'You must provide a topic name')
  if (!connection.mayJoin()) throw new Refusal('ClientJoinRateLimitReached', 'Too many joins per second')
  if (connection.channels.size >= BOUNDS.channelsPerConnection && !connection.channels.has(topic)) {
    throw new Refusal('ChannelRateLimitReached', 'Too many channels')
  }
}

/** Only changes of tables can be had without a private channel: policies protect them. */
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
