import { noteLimit } from '#server/platform/report.ts'

/** An admitted request; it counts until it is released. */
interface InFlightTicket {
  /** Counts the bytes of the response; false when they would exceed a limit. */
  reserve(bytes: number): boolean
  /** Must be called once the response has been sent, or its client has disconnected. */
  release(): void
}

export interface InFlightLimit {
  /** Null when this key, or all keys together, have too many requests in flight. */
  admit(key: string): InFlightTicket | null
}

interface Load {
  requests: number
  bytes: number
}

/**
 * Bounds how many requests run at one moment, and how many bytes of responses wait to be read by their clients; a slow client counts for as
 * long as it reads. Each key may always have the `ensured` load, even if the total is used up, so that a few clients cannot exclude all
 * others.
 */
export function createInFlightLimit(limits: { perKey: Load; inAll: Load; ensured: Load }): InFlightLimit {
  const { perKey, inAll, ensured } = limits
  const loads = new Map<string, Load>()
  const all: Load = { requests: 0, bytes: 0 }

  return {
    admit(key) {
      const own = loads.get(key) ?? { requests: 0, bytes: 0 }
      const isFull = all.requests >= inAll.requests && own.requests >= ensured.requests
      if (own.requests >= perKey.requests || isFull) {
        noteLimit('requests at once')
        return null
      }
      loads.set(key, own)
      own.requests += 1
      all.requests += 1
      let reserved = 0
      let isReleased = false
      return {
        reserve(bytes) {
          const isFull = all.bytes + bytes > inAll.bytes && own.bytes + bytes > ensured.bytes
          if (own.bytes + bytes > perKey.bytes || isFull) return false
          reserved += bytes
          own.bytes += bytes
          all.bytes += bytes
          return true
        },
        release() {
          if (isReleased) return
          isReleased = true
          own.requests -= 1
          all.requests -= 1
          own.bytes -= reserved
          all.bytes -= reserved
          if (own.requests === 0) loads.delete(key)
        },
      }
    },
  }
}
