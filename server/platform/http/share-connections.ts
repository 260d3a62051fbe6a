import type { Socket } from 'node:net'
import { limitKey } from '#server/platform/http/client-ip.ts'

export interface SharedConnections {
  /** Accepts a new connection, if need be by closing another; false when it must be refused. */
  admit(socket: Socket): boolean
}

/**
 * Shares a fixed number of connections among client addresses. When all are in use, a client with fewer connections replaces
 * the oldest connection of the address that has the most, so that nobody can lock others out by opening connections.
 */
export function shareConnections(max: number): SharedConnections {
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

  return {
    admit(socket) {
      const key = limitKey(socket.remoteAddress ?? 'unknown')
      if (count >= max) {
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
    },
  }
}
