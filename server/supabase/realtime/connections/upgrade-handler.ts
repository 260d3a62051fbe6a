import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { addressOf, limitKey } from '#server/platform/http/client-ip.ts'
import { rawResponse } from '#server/platform/http/raw-response.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import { currentRequestId, REQUEST_ID_HEADER } from '#server/platform/request-id.ts'
import { holdsAccessToken, NOT_FOR_ACCESS_TOKENS } from '#server/supabase/auth/access-token.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { Channels } from '#server/supabase/realtime/channels/channels.ts'
import { CLOSE, type Connection, openConnection } from '#server/supabase/realtime/connections/connection.ts'
import { type ClientMessage, VERSIONS, type Version } from '#server/supabase/realtime/protocol.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

/** For the closing handshake. */
const CLOSE_MS = 1_000
/** The types of the library lack it. */
const CLOSING = { closeTimeout: CLOSE_MS }
const WEBSOCKET_PATH = '/realtime/v1/websocket'
/** The last two are settings of the client, which it sends along. */
export const CONNECTION_PARAMETERS = ['apikey', 'vsn', 'log_level', 'eventsPerSecond']

/** The connections that are open in this process. */
interface OpenConnections {
  /** Returns true if this address may open one more connection. When all are in use, one that has joined nothing is closed. */
  makeRoom(address: string): boolean
  add(connection: Connection): void
  remove(connection: Connection): void
  all(): ReadonlySet<Connection>
}

interface UpgradeDeps
  extends Pick<SupabaseRequestServices, 'identify' | 'limits' | 'siteUrl' | 'trustProxy' | 'log'> {
  channels: Channels
  handle: (connection: Connection, message: ClientMessage) => Promise<void>
}

/** Opens WebSockets for clients that have an API key and come from this site, within bounds. */
export function createUpgradeHandler(deps: UpgradeDeps): UpgradeHandler & { check(now: number): void } {
  const { identify, limits, siteUrl, trustProxy, log, channels, handle } = deps
  const connections = createOpenConnections()
  const headers = securityHeaders({ https: siteUrl.startsWith('https:') })
  let isClosing = false
  const server = new WebSocketServer({
    ...CLOSING,
    noServer: true,
    // The connections are in a list of our own.
    clientTracking: false,
    perMessageDeflate: false,
    // Pings are counted as messages.
    autoPong: false,
    maxPayload: BOUNDS.frameBytes,
    maxFragments: 64,
    maxBufferedChunks: 1024,
  })

  server.on('headers', (lines) => lines.push(`${REQUEST_ID_HEADER}: ${currentRequestId()}`))

  /** Null when a connection may be opened. */
  async function findRefusal(
    apiKey: string,
    address: string,
  ): Promise<{ status: number; error: string } | null> {
    const { kind } = await identify(new Map([['apikey', apiKey]]))
    if (kind !== 'anonymous' && kind !== 'service') return { status: 401, error: 'The API key is not valid' }
    if ((await limits.take('realtime', address)) > 0) return { status: 429, error: 'Too many connections' }
    if (isClosing) return { status: 503, error: 'The server is stopping' }
    return connections.makeRoom(limitKey(address)) ? null : { status: 429, error: 'Too many connections' }
  }

  function open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    options: { apiKey: string; version: Version },
  ) {
    const address = limitKey(addressOf(request, trustProxy))
    server.handleUpgrade(request, socket, head, (websocket) => {
      const connection = openConnection(websocket, {
        ...options,
        address,
        handle,
        onError: (error) => log.error('A realtime message failed', error),
        onEnd(ended) {
          connections.remove(ended)
          for (const channel of [...ended.channels.values()]) channels.remove(channel)
        },
      })
      connections.add(connection)
    })
  }

  return {
    accepts: isForRealtime,
    async handle(request, socket, head) {
      // There is no other listener until the WebSocket is open.
      socket.on('error', () => socket.destroy())
      const examined = examineUpgrade(request, { siteUrl })
      const refused =
        'error' in examined ? examined : await findRefusal(examined.apiKey, addressOf(request, trustProxy))
      if (refused) refuse(socket, refused)
      else if ('apiKey' in examined && !socket.destroyed) open(request, socket, head, examined)
    },
    check(now) {
      for (const connection of [...connections.all()]) connection.check(now)
    },
    async close() {
      isClosing = true
      const open = [...connections.all()]
      for (const connection of open) connection.close(CLOSE.goingAway, 'The server is stopping')
      // A socket ends by itself once the client has answered, or after the time for that.
      if (open.length > 0) await Promise.race([Promise.all(open.map(({ ended }) => ended)), delay(CLOSE_MS)])
    },
  }

  function refuse(socket: Duplex, { status, error }: { status: number; error: string }): void {
    const text = JSON.stringify({ error })
    socket.end(rawResponse({ status, text, type: 'application/json', headers }), () => socket.destroy())
  }
}

export function createOpenConnections({
  inAll = BOUNDS.connections,
  perAddress = BOUNDS.connectionsPerAddress,
} = {}): OpenConnections {
  const open = new Set<Connection>()

  return {
    makeRoom(address) {
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

type Examined = { apiKey: string; version: Version } | { status: number; error: string }

/** Returns true if a request is for this endpoint, valid or not. */
export function isForRealtime({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?')[0] === WEBSOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Examines a request for a WebSocket. Browsers let any site open one and send along where it comes from, so that a page of another
 * origin is refused here; other programs send no origin, and their access token decides.
 */
function examineUpgrade({ url = '', headers }: IncomingMessage, { siteUrl }: { siteUrl: string }): Examined {
  if (headers.origin !== undefined && headers.origin !== siteUrl) {
    return { status: 403, error: 'This origin may not connect' }
  }
  const entries = [...new URLSearchParams(url.slice(WEBSOCKET_PATH.length + 1))]
  const names = entries.map(([name]) => name)
  if (names.some((name) => !CONNECTION_PARAMETERS.includes(name)) || new Set(names).size < names.length) {
    return { status: 400, error: 'A query parameter is not known' }
  }
  const given = new Map(entries)
  const version = VERSIONS.find((known) => known === (given.get('vsn') ?? '1.0.0'))
  if (!version) return { status: 400, error: 'This version of the protocol is not known' }
  const apiKey = given.get('apikey')
  // The client puts its key into the address.
  if (holdsAccessToken(url)) return { status: 403, error: NOT_FOR_ACCESS_TOKENS }
  return apiKey ? { apiKey, version } : { status: 401, error: 'API key is missing' }
}
