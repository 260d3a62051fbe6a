import { BOUNDS } from '#server/realtime/bounds.ts'
import { CLOSE, type Connection } from '#server/realtime/connections/connection.ts'

/** The connections that are open in this process. */
export interface OpenConnections {
  /** Whether there is a place for one more of this address; if need be one that has joined nothing is closed. */
  makePlace(address: string): boolean
  add(connection: Connection): void
  remove(connection: Connection): void
  all(): ReadonlySet<Connection>
}

export function createOpenConnections({
  inAll = BOUNDS.connections,
  perAddress = BOUNDS.connectionsPerAddress,
} = {}): OpenConnections {
  const open = new Set<Connection>()

  return {
    makePlace(address) {
      const own = [...open].filter((connection) => connection.address === address)
      if (own.length >= perAddress) return false
      if (open.size < inAll) return true
      const unused = [...open].find(({ hasJoined }) => !hasJoined)
      unused?.close(CLOSE.tryLater, 'Too many connections')
      return unused !== undefined
    },
    add: (connection) => open.add(connection),
    remove: (connection) => open.delete(connection),
    all: () => open,
  }
}
