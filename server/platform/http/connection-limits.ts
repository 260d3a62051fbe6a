import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitKey } from '#server/platform/http/client-ip.ts'
import { noteLimit } from '#server/platform/report.ts'

/** Limits on connections and requests, enforced before a request is handled; `docs/self-hosting/limits.md` lists them too. */
export interface ClientLimits {
  /** Time until the headers are complete. */
  headersMs: number
  /** Time until the body is complete. */
  requestMs: number
  /** Longest pause without a byte in either direction during a request. */
  silenceMs: number
  /** Longest pause between two requests. */
  keepAliveMs: number
  /** The interval at which the first two are checked. */
  checkMs: number
  headerBytes: number
  headerCount: number
  /** Requests that one connection may send before it has read the responses. */
  pipelined: number
  /** Bytes of responses that clients have not read yet, in all connections together. */
  unreadBytes: number
  connections: number
}

export const CLIENT_LIMITS: ClientLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  // Making an image variant on demand may take a minute.
  silenceMs: 120_000,
  // Longer than the keep-alive of proxies (nginx: 60 s), so that no proxy sends a request on a connection that we are closing.
  keepAliveMs: 65_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  // Browsers and proxies do not pipeline; without a bound, a few kilobytes of requests could cause thousands of responses.
  pipelined: 16,
  unreadBytes: 256 * 1024 * 1024,
  connections: 4_000,
}

export function createLimitedServer(
  limits: ClientLimits,
  shouldUpgradeCallback: (request: IncomingMessage) => boolean,
): Server {
  const server = createServer({
    // A request for another protocol that is not spoken here, such as HTTP/2, is an ordinary request.
    shouldUpgradeCallback,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
  })
  server.timeout = limits.silenceMs
  server.maxHeadersCount = limits.headerCount
  return server
}

/**
 * Returns a function that admits a new connection, or returns false when it must be refused. A fixed number of connections is
 * shared among client addresses: when all are in use, a client with fewer connections replaces
 * the oldest connection of the address that has the most, so that no client can lock others out by opening connections.
 */
export function shareConnections(max: number): (socket: Socket) => boolean {
  const byAddress = new Map<string, Set<Socket>>()
  let count = 0

  function findMost(): { key: string; sockets: Set<Socket> } | undefined {
    let most: { key: string; sockets: Set<Socket> } | undefined
    for (const [key, sockets] of byAddress) {
      if (sockets.size > (most?.sockets.size ?? 0)) most = { key, sockets }
    }
    return most
  }

  function leave(key: string, socket: Socket): void {
    const own = byAddress.get(key)
    if (!own?.delete(socket)) return
    count -= 1
    if (own.size === 0) byAddress.delete(key)
  }

  return (socket) => {
    const key = limitKey(socket.remoteAddress ?? 'unknown')
    if (count >= max) {
      noteLimit('connections')
      const most = findMost()
      const [oldest] = most?.sockets ?? []
      const ownSize = byAddress.get(key)?.size ?? 0
      if (!most || !oldest || most.sockets.size <= ownSize + 1) return false
      leave(most.key, oldest)
      oldest.destroy()
    }
    const own = byAddress.get(key) ?? new Set()
    byAddress.set(key, own.add(socket))
    count += 1
    socket.once('close', () => leave(key, socket))
    return true
  }
}

/**
 * Bounds the memory of responses that clients have not read yet: when all of them together exceed `maxBytes`, connections are
 * closed, those with the most unread bytes first. Between two checks the total can exceed the limit.
 */
export function disconnectSlowClients(
  connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  { maxBytes, checkMs }: { maxBytes: number; checkMs: number },
): { stop(): void } {
  function check(): void {
    const unread = [...connections].map(([socket, responses]) => ({ socket, bytes: unreadOf(responses) }))
    let total = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= maxBytes) return
    noteLimit('unread responses')
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

/** Closes each connection when it has been idle, and has its unfinished response, if it has not begun, tell the client so. */
export function closeWhenIdle(
  connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  { usedAt, idleMs }: { usedAt: WeakMap<Socket, number>; idleMs: number },
): { stop(): void } {
  for (const unfinished of connections.values()) {
    const last = [...unfinished].at(-1)
    if (last && !last.headersSent) last.setHeader('connection', 'close')
  }
  const close = () => {
    const before = performance.now() - idleMs
    for (const [socket, unfinished] of connections) {
      if (unfinished.size === 0 && (usedAt.get(socket) ?? 0) < before) socket.destroy()
    }
  }
  const timer = setInterval(close, idleMs / 10)
  return { stop: () => clearInterval(timer) }
}
