/** Bounds the memory: beyond this many keys, the least recently used one is evicted. */
const MAX_KEYS = 50_000

export interface MemoryWindow {
  /** Counts one attempt. Returns 0 when it is allowed, else the seconds until the window ends. */
  take(key: string): number
  /** Uncounts one attempt. */
  refund(key: string): void
  /** Sets the count of a key to 0. */
  reset(key: string): void
}

/** Counts attempts per key in a fixed window, in the memory of this process. */
export function createMemoryWindow(options: {
  limit: number
  windowSeconds: number
  now?: () => number
}): MemoryWindow {
  const { limit, windowSeconds, now = () => performance.now() } = options
  const windows = new Map<string, { ends: number; tries: number }>()
  return {
    take(key) {
      const at = now()
      const known = windows.get(key)
      const current = known && known.ends > at ? known : { ends: at + windowSeconds * 1000, tries: 0 }
      current.tries += 1
      windows.delete(key)
      windows.set(key, current)
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value ?? '')
      return current.tries <= limit ? 0 : Math.ceil((current.ends - at) / 1000)
    },
    refund(key) {
      const known = windows.get(key)
      if (known && known.tries > 0) known.tries -= 1
    },
    reset(key) {
      windows.delete(key)
    },
  }
}
