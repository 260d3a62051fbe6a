import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds what all answers together hold in memory until their readers have taken them: beyond that, connections are cut,
 * first those that hold the most. Between two looks it can grow by what this process can answer in that time.
 */
export function cutSlowReaders(
  connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  { maxBytes, lookMs }: { maxBytes: number; lookMs: number },
): { stop(): void } {
  function look(): void {
    const held = [...connections].map(([socket, responses]) => ({ socket, bytes: unreadOf(responses) }))
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= maxBytes) return
    for (const { socket, bytes } of held.sort((a, b) => b.bytes - a.bytes)) {
      socket.destroy()
      total -= bytes
      if (total <= maxBytes) return
    }
  }

  const timer = setInterval(look, lookMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** An answer that waits for its turn on the connection holds its bytes itself. */
function unreadOf(responses: ReadonlySet<ServerResponse>): number {
  let bytes = 0
  for (const response of responses) bytes += response.writableLength
  return bytes
}
