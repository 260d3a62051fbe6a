import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CLIENT_LIMITS,
  type ClientLimits,
  closeWhenIdle,
  createLimitedServer,
  disconnectSlowClients,
  shareConnections,
} from '#server/platform/http/connection-limits.ts'
import { respondWhileStarting } from '#server/platform/http/health.ts'
import { MALFORMED, rawResponse, refusalFor } from '#server/platform/http/raw-response.ts'
import { loggedPath } from '#server/platform/http/request-log.ts'
import type { Log } from '#server/platform/log.ts'
import { observeRequest } from '#server/platform/metrics/observe-request.ts'
import { webSockets } from '#server/platform/metrics/process-metrics.ts'
import { nameRequest, requestIdOf, withRequestId } from '#server/platform/request-id.ts'

/** The time that running requests have to finish after a stop signal. */
const DRAIN_MS = 10_000
/** Longer than any request may take, because another process serves in the meantime. */
const RETIRE_MS = 130_000
/** During retirement, a connection that was idle for this long is closed: a client that uses it again is told to close it. */
const RETIRE_IDLE_MS = 10_000

const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** Handles a request. An error that it throws is logged and fails this request only. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface WebServer {
  /** The port that is listened on; it differs from the given one when that is 0. */
  port: number
  /** Sets the handler of all requests, which get 503 before that, and the handler of upgrades. */
  serve(handler: RequestHandler, upgrades?: UpgradeHandler): void
  /** Takes a connection that another process has accepted. */
  take(socket: Socket): void
  /**
   * Lets clients move to another process: each connection is closed with the response to its next request, or when it has been idle.
   * Nobody may hand over connections any more.
   */
  retire(): Promise<void>
  /** Closes idle connections, lets running requests finish, and after the drain time closes the rest. */
  close(): Promise<void>
}

/**
 * Starts an HTTP server that enforces the client limits. Without a port it does not listen, but is handed connections by `take`.
 * Rejects with the system's error when it cannot listen.
 */
export async function openWebServer(options: {
  host?: string
  port?: number
  log: Log
  /** For responses that are sent without calling the handler. */
  headers: Record<string, string>
  /** The number of proxies in front of this process. */
  trustProxy?: number
  limits?: ClientLimits
  drainMs?: number
  retireIdleMs?: number
}): Promise<WebServer> {
  const {
    host,
    port,
    log,
    headers,
    trustProxy = 0,
    limits = CLIENT_LIMITS,
    drainMs = DRAIN_MS,
    retireIdleMs = RETIRE_IDLE_MS,
  } = options
  const server = createLimitedServer(limits, (request) => !isClosing && (upgrades?.accepts(request) ?? false))
  /** The unfinished responses of each connection; there are several when a client pipelines requests. */
  const connections = new Map<Socket, Set<ServerResponse>>()
  /** Connections that are no longer HTTP. */
  const upgraded = new Set<Socket>()
  const admit = shareConnections(limits.connections)
  let upgrades: UpgradeHandler | undefined
  let handler: RequestHandler = respondWhileStarting(headers)
  let isClosing = false
  let isRetiring = false
  /** The moment at which a connection began, or ended its last response. */
  const usedAt = new WeakMap<Socket, number>()
  let closed: Promise<void> | undefined

  server.on('connection', (socket) => {
    if (isClosing || !admit(socket)) return socket.destroy()
    connections.set(socket, new Set())
    usedAt.set(socket, performance.now())
    socket.once('close', () => {
      connections.delete(socket)
      if (upgraded.delete(socket)) webSockets.dec()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    // Nothing else can be sent while a response is unfinished.
    if (!upgrades || connections.get(request.socket)?.size) return socket.destroy()
    if (hasTwoHosts(request)) {
      socket.end(rawResponse({ ...MALFORMED, headers }), () => socket.destroy())
      return
    }
    upgraded.add(request.socket)
    webSockets.inc()
    const taking = upgrades
    void withRequestId(requestIdOf(request, trustProxy), () => takeOver(taking, request, socket, head))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    // Node still parses requests that arrived in the same packet after the socket was destroyed or ended.
    if (!socket.writable) return
    const unfinished = connections.get(socket)
    if (unfinished && unfinished.size >= limits.pipelined) return socket.destroy()
    unfinished?.add(response)
    const id = requestIdOf(request, trustProxy)
    const started = performance.now()
    let arrived = started
    if (hasBody(request)) {
      endWithUnreadBody(request, response)
      request.once('end', () => {
        if (!response.headersSent) arrived = performance.now()
      })
    }
    response.once('close', () => {
      observeRequest(request, response, { id, started, arrived })
      unfinished?.delete(response)
      usedAt.set(socket, performance.now())
      if (isClosing && !unfinished?.size) socket.destroySoon()
    })
    if (isClosing || isRetiring) response.setHeader('connection', 'close')
    void withRequestId(id, () => respond(request, response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const hasBegun = [...(connections.get(socket) ?? [])].some((response) => response.headersSent)
    // A browser may connect in advance and send nothing; it expects no response.
    if (hasBegun || !socket.writable || socket.bytesRead === 0) return socket.destroy()
    socket.end(rawResponse({ ...refusalFor(error), headers }), () => socket.destroy())
  })

  if (port === undefined) {
    // Node begins to disconnect clients that send too slowly with this event.
    server.emit('listening')
  } else {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  }
  // The error is, for example, that no file descriptor is free. The server continues to listen.
  server.on('error', (error) => log.error('A connection could not be accepted', error))

  const slowClients = disconnectSlowClients(connections, {
    maxBytes: limits.unreadBytes,
    checkMs: limits.checkMs / 4,
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!hasTwoHosts(request)) return await handler(request, response)
      response.setHeader('connection', 'close')
      response.writeHead(MALFORMED.status, { ...headers, ...PLAIN_TEXT }).end(MALFORMED.text)
    } catch (error) {
      log.error(`${request.method} ${loggedPath(request.url ?? '')}`, error)
      if (response.headersSent) return void response.destroy()
      nameRequest(response)
      response.writeHead(500, { ...headers, ...PLAIN_TEXT }).end('Something went wrong on our side.')
    }
  }

  async function takeOver(by: UpgradeHandler, request: IncomingMessage, socket: Duplex, head: Buffer) {
    try {
      await by.handle(request, socket, head)
    } catch (error) {
      log.error(`An upgrade of ${loggedPath(request.url ?? '')}`, error)
      socket.destroy()
    }
  }

  async function close(): Promise<void> {
    isClosing = true
    const hasClosed = new Promise((resolve) => server.close(resolve)).then(untilAllAreClosed)
    const haveParted = upgrades?.close().then(() => {
      for (const socket of upgraded) socket.destroy()
    })
    for (const [socket, unfinished] of connections) {
      if (upgraded.has(socket)) continue
      const last = [...unfinished].at(-1)
      if (!last) socket.destroy()
      else if (!last.headersSent) last.setHeader('connection', 'close')
    }
    const timeout = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy()
    }, drainMs)
    await Promise.all([hasClosed, haveParted])
    clearTimeout(timeout)
    slowClients.stop()
  }

  /** The server itself waits only for connections that it has accepted. */
  async function untilAllAreClosed(): Promise<void> {
    const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
    await Promise.all([...connections.keys()].map(closing))
  }

  async function retire(): Promise<void> {
    isRetiring = true
    void upgrades?.close().then(() => {
      for (const socket of upgraded) socket.destroy()
    })
    const idle = closeWhenIdle(connections, { usedAt, idleMs: retireIdleMs })
    const late = new AbortController()
    await Promise.race([untilAllAreClosed(), delay(RETIRE_MS, undefined, late).catch(() => {})])
    late.abort()
    idle.stop()
  }

  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : (port ?? 0),
    retire,
    take(socket) {
      // A server sets this for connections that it has accepted itself.
      socket.allowHalfOpen = true
      server.emit('connection', socket)
    },
    serve(given, taking) {
      handler = given
      upgrades = taking
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

/** Nobody can tell which one a proxy in front used; Node uses the first (RFC 9112, 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length >
  1

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Handles requests that upgrade a connection to a WebSocket. */
export interface UpgradeHandler {
  /** Returns true if a request with an Upgrade header is for this handler; any other is handled as an ordinary request. */
  accepts(request: IncomingMessage): boolean
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void | Promise<void>
  /** Sends a close frame on all connections, and closes them shortly after. */
  close(): Promise<void>
}

/** The time during which the rest of a body is received and discarded. */
const LINGER_MS = 2_000

/**
 * Marks a response that begins before the whole body has arrived as the last one of its connection. The rest of the body is thrown away for
 * a moment, because a client whose connection is reset while it sends may never see the response.
 */
function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...head: unknown[]) => {
    if (!request.complete) {
      response.setHeader('connection', 'close')
      linger(request)
    }
    return Reflect.apply(writeHead, response, head)
  }) as typeof writeHead
}

/** Node destroys the socket with the end of the response; here only its own side ends at once. */
function linger(request: IncomingMessage): void {
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket)
    if (!socket.writable) return
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer)).end()
    request.once('end', () => destroySoon.call(socket)).resume()
  }
}
