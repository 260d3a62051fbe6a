import type { IncomingMessage } from 'node:http'

/** A body may begin slowly; five megabytes take five minutes at this speed. */
const LEAST_SPEED = { afterMs: 5_000, bytesPerSecond: 16 * 1024 }
const CHECK_MS = 1_000

/** Disconnects a client whose body arrives more slowly than that, all in all, until the returned function is called. */
export function requireSpeed(incoming: IncomingMessage | undefined): () => void {
  if (!incoming) return () => {}
  const begun = performance.now()
  const before = incoming.socket.bytesRead
  const timer = setInterval(() => {
    const seconds = (performance.now() - begun - LEAST_SPEED.afterMs) / 1000
    if (incoming.socket.bytesRead - before < seconds * LEAST_SPEED.bytesPerSecond) incoming.destroy()
  }, CHECK_MS).unref()
  return () => clearInterval(timer)
}
