import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CLIENT_LIMITS, type ClientLimits } from '#server/http/client-limits.ts'
import { shareConnections } from '#server/http/share-connections.ts'
import { cutSlowReaders } from '#server/http/unread-answers.ts'
import { answerWhileStarting } from '#server/http/while-starting.ts'
import type { Log } from '#server/log.ts'

/** How long requests under way may take to finish after a stop signal. */
const DRAIN_MS = 10_000

/** By the code of what Node says is wrong with a request. */
const REFUSALS = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, text: 'The request has too many headers, or too large ones.' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { status: 413, text: 'The request is too large.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, text: 'The request took too long to arrive.' }],
])
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const MALFORMED = { status: 400, text: 'The request is not valid HTTP.' }

/** Answers a request. What it throws is logged, and turns over nothing but that request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface WebServer {
  /** Differs from the one asked for when that was 0. */
  port: number
  /** Has requests answered by this; until then they are told to come again. */
  serve(answer: Answer): void
  /** Closes idle connections at once, lets requests under way finish, and cuts what still hangs after the drain time. */
  close(): Promise<void>
}

/** Listens, bounded in what clients may take of it. Rejects with the system's error when it cannot listen there. */
export async function openWebServer(options: {
  host: string
  port: number
  log: Log
  /** For what is answered without looking at the request. */
  headers: Record<string, string>
  limits?: ClientLimits
  drainMs?: number
}): Promise<WebServer> {
  const { host, port, log, headers, limits = CLIENT_LIMITS, drainMs = DRAIN_MS } = options
  const server = createLimitedServer(limits)
  /** The answers that each connection waits for; a client may ask for several at once. */
  const connections = new Map<Socket, Set<ServerResponse>>()
  const places = shareConnections(limits.connections)
  let answer: Answer = answerWhileStarting(headers)
  let isClosing = false
  let closed: Promise<void> | undefined

  server.on('connection', (socket) => {
    if (isClosing || !places.admit(socket)) return socket.destroy()
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    // What came in the same packet is still read after the end.
    if (socket.destroyed) return
    const underWay = connections.get(socket)
    if (underWay && underWay.size >= limits.pipelined) return socket.destroy()
    underWay?.add(response)
    response.once('close', () => {
      underWay?.delete(response)
      if (isClosing && !underWay?.size) socket.destroySoon()
    })
    if (isClosing) response.setHeader('connection', 'close')
    void respond(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const hasBegun = [...(connections.get(socket) ?? [])].some((response) => response.headersSent)
    // Who never said a word, as a browser that connects in advance, expects none.
    if (hasBegun || !socket.writable || socket.bytesRead === 0) return socket.destroy()
    const refusal = REFUSALS.get(error.code ?? '') ?? MALFORMED
    socket.end(plainAnswer({ ...refusal, headers }), () => socket.destroy())
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Without a free file descriptor it cannot take a connection; the next one it may.
  server.on('error', (error) => log.error('A connection could not be taken', error))

  const readers = cutSlowReaders(connections, { maxBytes: limits.unreadBytes, lookMs: limits.checkMs / 4 })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answer(request, response)
    } catch (error) {
      log.error(`${request.method} ${request.url?.split('?')[0]}`, error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { ...headers, ...PLAIN_TEXT }).end('Something went wrong on our side.')
    }
  }

  async function close(): Promise<void> {
    isClosing = true
    const isOver = new Promise((resolve) => server.close(resolve))
    for (const [socket, underWay] of connections) {
      const last = [...underWay].at(-1)
      if (!last) socket.destroy()
      else if (!last.headersSent) last.setHeader('connection', 'close')
    }
    const cut = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy()
    }, drainMs)
    await isOver
    clearTimeout(cut)
    readers.stop()
  }

  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    serve(given) {
      answer = given
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

function createLimitedServer(limits: ClientLimits): Server {
  const server = createServer({
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

/** An answer to what is no request, as the bytes that leave. */
function plainAnswer(options: { status: number; text: string; headers: Record<string, string> }): string {
  const { status, text } = options
  const length = String(Buffer.byteLength(text))
  const headers = { ...options.headers, ...PLAIN_TEXT, 'content-length': length, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
