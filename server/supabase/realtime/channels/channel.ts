import type { Subscription } from '#server/supabase/realtime/changes/subscription.ts'
import type { ChannelCaller } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Join } from '#server/supabase/realtime/channels/read-join.ts'

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
  /** Sends a message of this channel; the payload is JSON text. */
  push(event: string, payload: string, ref?: string | null): void
  pushBinary(event: string, payload: Buffer): void
  /** Takes the channel off its connection. */
  detach(): void
}
