/** A request that has been let in, until its answer has left. */
export interface Passage {
  /** Counts the bytes of its answer; false when there is no room for them now. */
  hold(bytes: number): boolean
  /** To be called once the answer has left, or nobody waits for it any more. */
  leave(): void
}

export interface InFlightLimit {
  /** Null when this key, or all together, have too many requests under way. */
  enter(key: string): Passage | null
}

interface Load {
  requests: number
  bytes: number
}

/**
 * Bounds what clients make the process hold at one moment: requests that have not been answered yet, and answers that
 * have not been taken yet. A slow reader counts for as long as it reads. What is `ensured` a key may have even while all together
 * have too much, or a few of them could keep everyone else out.
 */
export function createInFlightLimit(limits: { perKey: Load; inAll: Load; ensured: Load }): InFlightLimit {
  const { perKey, inAll, ensured } = limits
  const loads = new Map<string, Load>()
  const all: Load = { requests: 0, bytes: 0 }

  return {
    enter(key) {
      const own = loads.get(key) ?? { requests: 0, bytes: 0 }
      const isFull = all.requests >= inAll.requests && own.requests >= ensured.requests
      if (own.requests >= perKey.requests || isFull) return null
      loads.set(key, own)
      own.requests += 1
      all.requests += 1
      let held = 0
      let hasLeft = false
      return {
        hold(bytes) {
          const isFull = all.bytes + bytes > inAll.bytes && own.bytes + bytes > ensured.bytes
          if (own.bytes + bytes > perKey.bytes || isFull) return false
          held += bytes
          own.bytes += bytes
          all.bytes += bytes
          return true
        },
        leave() {
          if (hasLeft) return
          hasLeft = true
          own.requests -= 1
          all.requests -= 1
          own.bytes -= held
          all.bytes -= held
          if (own.requests === 0) loads.delete(key)
        },
      }
    },
  }
}
