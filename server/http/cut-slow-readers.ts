import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the memory of responses that clients have not read yet: when all of them together exceed `maxBytes`, connections are
 * closed, those with the most unread bytes first. Between two checks the total can exceed the limit.
 */
export function cutSlowReaders(
  connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  { maxBytes, checkMs }: { maxBytes: number; checkMs: number },
): { stop(): void } {
  function check(): void {
    const unread = [...connections].map(([socket, responses]) => ({ socket, bytes: unreadOf(responses) }))
    let total = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= maxBytes) return
    for (const { socket, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
      socket.destroy()
      total -= bytes
      if (total <= maxBytes) return
    }
  }

  const timer = setInterval(check, checkMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** A pipelined response that has to wait for an earlier one buffers its bytes itself, so all responses are summed. */
function unreadOf(responses: ReadonlySet<ServerResponse>): number {
  let bytes = 0
  for (const response of responses) bytes += response.writableLength
  return bytes
}
