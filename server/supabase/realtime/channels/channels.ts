import type { Subscription } from '#server/supabase/realtime/changes/subscription.ts'
import type { ChannelCaller } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Join } from '#server/supabase/realtime/channels/read-join.ts'
import { systemMessage } from '#server/supabase/realtime/protocol.ts'

/** A channel that one connection has joined. */
export interface Channel extends Pick<Join, 'isPrivate' | 'broadcast'> {
  /** Unique among all processes. */
  readonly id: string
  readonly topic: string
  readonly joinRef: string | null
  readonly presence: { readonly key: string; readonly isEnabled: boolean }
  readonly subscriptions: readonly Subscription[]
  /** Replaced when the client sends another access token. */
  caller: ChannelCaller
  /** The name by which colleagues know the caller. */
  name: string | null
  /** Sends a message of this channel; the payload is JSON text. */
  push(event: string, payload: string, ref?: string | null): void
  pushBinary(event: string, payload: Buffer): void
  /** Removes the channel from its connection. */
  detach(): void
}

/** The channels that are open in this process. */
export interface Channels {
  add(channel: Channel): void
  all(): ReadonlySet<Channel>
  /** The private channels of a topic, on all connections. */
  ofTopic(topic: string): Channel[]
  subscribedTo(table: string): Channel[]
  /** Removes a channel without notifying its client. */
  remove(channel: Channel): void
  /** Closes a channel, and sends the reason. */
  close(channel: Channel, reason: string): void
  /** Ends a channel whose client may have missed something; the official client joins again after a second. */
  fail(channel: Channel): void
  failSubscribers(table: string): void
}

export function createChannels(options: { onRemove: (channel: Channel) => void }): Channels {
  const open = new Set<Channel>()

  function remove(channel: Channel): boolean {
    if (!open.delete(channel)) return false
    channel.detach()
    options.onRemove(channel)
    return true
  }

  const subscribedTo = (table: string) =>
    [...open].filter(({ subscriptions }) => subscriptions.some(({ relation }) => relation.name === table))
  const fail = (channel: Channel) => {
    if (remove(channel)) channel.push('phx_error', '{}', channel.joinRef)
  }

  return {
    add: (channel) => open.add(channel),
    all: () => open,
    ofTopic: (topic) => [...open].filter((channel) => channel.isPrivate && channel.topic === topic),
    subscribedTo,
    remove,
    close(channel, message) {
      if (!remove(channel)) return
      channel.push('system', systemMessage({ status: 'error', message, topic: channel.topic }))
      channel.push('phx_close', '{}', channel.joinRef)
    },
    fail,
    failSubscribers(table) {
      for (const channel of subscribedTo(table)) fail(channel)
    },
  }
}
