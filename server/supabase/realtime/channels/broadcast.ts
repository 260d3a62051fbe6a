import { randomUUID } from 'node:crypto'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { Channels } from '#server/supabase/realtime/channels/channels.ts'
import type { Announcement, Broadcast } from '#server/supabase/realtime/processes/announcement.ts'
import { AnnouncementTooLongError } from '#server/supabase/realtime/processes/announcer.ts'

const TOPIC = /^realtime:[^\p{Cc}]+$/u

export function isTopic(topic: string): boolean {
  return TOPIC.test(topic) && Buffer.byteLength(topic) <= BOUNDS.topicBytes
}

/**
 * Sends a message to all channels of a topic, in all processes. The payload is JSON, or bytes.
 * Returns why it cannot be sent, or null.
 * @throws when the database does not take it
 */
export async function broadcast(
  announce: (announcement: Announcement) => Promise<void>,
  {
    topic,
    event,
    payload,
    sender,
  }: { topic: string; event: string; payload: unknown; sender: string | null },
): Promise<string | null> {
  if (event === '' || Buffer.byteLength(event) > BOUNDS.eventBytes)
    return 'The event has no name, or a name that is too long'
  const isBinary = Buffer.isBuffer(payload)
  if (!isBinary && isDeeper(payload, BOUNDS.depth)) return 'The payload is nested too deeply'
  const text = isBinary ? payload.toString('base64') : JSON.stringify(payload)
  try {
    await announce({ kind: 'broadcast', id: randomUUID(), topic, event, sender, payload: text, isBinary })
    return null
  } catch (error) {
    if (error instanceof AnnouncementTooLongError) return 'Payload size exceeded'
    throw error
  }
}

/** Sends a message that was announced to the channels of this process. */
export function deliver(channels: Pick<Channels, 'ofTopic'>, message: Broadcast): void {
  const { topic, event, sender, payload, isBinary } = message
  const bytes = isBinary ? Buffer.from(payload, 'base64') : null
  for (const channel of channels.ofTopic(topic)) {
    if (channel.id === sender && !channel.broadcast.includesSender) continue
    if (bytes) channel.pushBinary(event, bytes)
    else
      channel.push('broadcast', `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}}`)
  }
}

/** Whether arrays and objects are inside each other more often than this. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}
