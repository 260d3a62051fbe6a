/** Version 1 writes messages as objects, version 2 as arrays, and broadcasts as binary frames. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]

/** Which channel a message belongs to. `ref` is repeated in the reply, `joinRef` is the `ref` of the join. */
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
