import type { Header, Version } from '#server/supabase/realtime/protocol/message.ts'

const USER_BROADCAST = 4
const BINARY_ENCODING = 0

/** Writes a message whose payload is JSON text already. */
export function writeMessage(version: Version, header: Header, payload: string): string {
  const [joinRef, ref, topic, event] = [header.joinRef, header.ref, header.topic, header.event].map((part) =>
    JSON.stringify(part),
  )
  return version === '2.0.0'
    ? `[${joinRef},${ref},${topic},${event},${payload}]`
    : `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`
}

/** Writes a broadcast whose payload is bytes, which only version 2 can. */
export function writeBinaryBroadcast(
  { topic, event }: { topic: string; event: string },
  payload: Buffer,
): Buffer {
  const texts = [topic, event].map((text) => Buffer.from(text))
  const lengths = texts.map((text) => text.length)
  const noMetadata = 0
  return Buffer.concat([
    Buffer.from([USER_BROADCAST, ...lengths, noMetadata, BINARY_ENCODING]),
    ...texts,
    payload,
  ])
}

/** The payload of a reply. */
export function replyOf(status: 'ok' | 'error', response: object): string {
  return JSON.stringify({ status, response })
}

/** The payload of a system message, in which the server says how a channel is doing. */
export function systemMessage(options: {
  extension?: 'system' | 'postgres_changes'
  status: 'ok' | 'error'
  message: string
  topic: string
}): string {
  const { extension = 'system', status, message, topic } = options
  return JSON.stringify({ extension, status, message, channel: withoutPrefix(topic) })
}

/** The name of a channel, as its client knows it. */
export function withoutPrefix(topic: string): string {
  return topic.replace(/^realtime:/, '')
}
