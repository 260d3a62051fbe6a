import * as z from 'zod'
import type { ClientMessage, Version } from '#server/supabase/realtime/protocol/message.ts'

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
