import * as z from 'zod'

/** Version 1 writes messages as objects, version 2 as arrays, and broadcasts as binary frames. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]

/** The channel of a message. `ref` is repeated in the reply, `joinRef` is the `ref` of the join. */
export interface Header {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
}

/** A message of a client. The payload is JSON from outside, except that a broadcast may hold a Buffer in its own payload. */
export interface ClientMessage extends Header {
  payload: unknown
}

/** Phoenix' own topic, for heartbeats. */
export const PHOENIX = 'phoenix'

const USER_BROADCAST_PUSH = 3
const JSON_ENCODING = 1
const LENGTHS = 5

const ref = z.string().max(64).nullable()
const name = z.string().max(300)
const version1 = z
  .strictObject({
    topic: name,
    event: name,
    payload: z.unknown(),
    ref: ref.optional(),
    join_ref: ref.optional(),
  })
  .transform(({ join_ref: joinRef = null, ref = null, topic, event, payload }): ClientMessage => {
    return { joinRef, ref, topic, event, payload }
  })
const version2 = z
  .tuple([ref, ref, name, name, z.unknown()])
  .transform(
    ([joinRef, ref, topic, event, payload]): ClientMessage => ({ joinRef, ref, topic, event, payload }),
  )

/** Reads a frame of the client; null when it is not a message of this version of the protocol. */
export function readMessage(data: Buffer, isBinary: boolean, version: Version): ClientMessage | null {
  try {
    if (isBinary) return version === '2.0.0' ? readBinary(data) : null
    const schema = version === '2.0.0' ? version2 : version1
    return schema.safeParse(JSON.parse(data.toString())).data ?? null
  } catch {
    return null
  }
}

/**
 * A broadcast as a binary frame: its kind, the lengths of five texts, the encoding of the payload, the texts, the payload. All texts
 * are UTF-8, and the last one is metadata of the broadcast as JSON.
 * @throws when the frame is too short, or not UTF-8, or not JSON where it has to be
 */
function readBinary(data: Buffer): ClientMessage | null {
  if (data[0] !== USER_BROADCAST_PUSH) return null
  let at = LENGTHS + 2
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const texts = [...data.subarray(1, LENGTHS + 1)].map((length) => {
    const text = decoder.decode(data.subarray(at, at + length))
    at += length
    return text
  })
  if (at > data.length) return null
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = texts
  const content = data.subarray(at)
  const payload = data[LENGTHS + 1] === JSON_ENCODING ? JSON.parse(decoder.decode(content)) : content
  const persist = metadata === '' ? {} : { metadata }
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { event, payload, ...persist },
  }
}

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

/** The payload of a system message, about the state of a channel. */
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
