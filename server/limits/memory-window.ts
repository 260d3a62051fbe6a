/** How many keys a limiter remembers; beyond it the oldest are forgotten first, so memory is bounded. */
const MAX_KEYS = 50_000

export interface MemoryWindow {
  /** Counts one try. Answers 0 when it may go on, else the seconds until the window ends. */
  take(key: string): number
  /** Takes one try back, which turned out not to be one of those that are limited. */
  giveBack(key: string): void
  /** Forgets every try of a key. */
  forget(key: string): void
}

/** A fixed window per key, in this process. */
export function createMemoryWindow(options: {
  limit: number
  windowSeconds: number
  now?: () => number
}): MemoryWindow {
  const { limit, windowSeconds, now = Date.now } = options
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
    giveBack(key) {
      const known = windows.get(key)
      if (known && known.tries > 0) known.tries -= 1
    },
    forget(key) {
      windows.delete(key)
    },
  }
}
