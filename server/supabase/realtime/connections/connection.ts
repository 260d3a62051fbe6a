import type { WebSocket } from 'ws'
import { createMemoryWindow } from '#server/platform/limits/memory-window.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { Channel } from '#server/supabase/realtime/channels/channels.ts'
import {
  type ClientMessage,
  type Header,
  PHOENIX,
  readMessage,
  replyOf,
  type Version,
  writeBinaryBroadcast,
  writeMessage,
} from '#server/supabase/realtime/protocol.ts'

/** Close codes of RFC 6455. */
export const CLOSE = {
  goingAway: 1001,
  notReadable: 1007,
  policy: 1008,
  broken: 1011,
  tryLater: 1013,
} as const

const WINDOW_SECONDS = 10

export interface Connection {
  readonly apiKey: string
  /** The key under which its address is counted. */
  readonly address: string
  /** The channels that it has joined, by topic. */
  readonly channels: Map<string, Channel>
  /** True once it has joined a channel. */
  hasJoined: boolean
  isOpen(): boolean
  /** Resolves once the socket is closed. */
  readonly ended: Promise<void>
  /** Counts an attempt to join; false when there were too many. */
  takeJoin(): boolean
  /** Sends a message whose payload is JSON text. The connection of a client that does not read is terminated. */
  send(header: Header, payload: string): void
  sendBinary(broadcast: { topic: string; event: string }, payload: Buffer): void
  reply(message: ClientMessage, status: 'ok' | 'error', response?: object): void
  close(code: number, reason: string): void
  /** Terminates it when the client was silent too long or has not joined a channel in time; otherwise sends a ping when needed. */
  /** `now` is of the clock that nobody can set. */
  check(now: number): void
}

/** Reads the messages of a WebSocket one after the other, within bounds. Heartbeats do not wait for what takes longer. */
export function openConnection(
  socket: WebSocket,
  options: {
    version: Version
    apiKey: string
    address: string
    handle: (connection: Connection, message: ClientMessage) => Promise<void>
    onError: (error: unknown) => void
    /** Called once, when nothing can be sent any more. */
    onEnd: (connection: Connection) => void
  },
): Connection {
  const { version, apiKey, address, handle, onError, onEnd } = options
  const frames = createMemoryWindow({ limit: BOUNDS.framesPer10Seconds, windowSeconds: WINDOW_SECONDS })
  const joins = createMemoryWindow({ limit: BOUNDS.joinsPer10Seconds, windowSeconds: WINDOW_SECONDS })
  const openedAt = performance.now()
  let lastReceivedAt = openedAt
  let hasEnded = false
  let waiting = 0
  let queue = Promise.resolve()

  const isOpen = () => !hasEnded && socket.readyState === socket.OPEN

  const connection: Connection = {
    apiKey,
    address,
    channels: new Map(),
    hasJoined: false,
    isOpen,
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    takeJoin: () => joins.take('') === 0,
    send: (header, payload) => write(writeMessage(version, header, payload)),
    sendBinary(broadcast, payload) {
      if (version === '2.0.0') write(writeBinaryBroadcast(broadcast, payload))
    },
    reply({ joinRef, ref, topic }, status, response = {}) {
      connection.send({ joinRef, ref, topic, event: 'phx_reply' }, replyOf(status, response))
    },
    close(code, reason) {
      socket.close(code, reason)
      end()
    },
    check(now) {
      const silentMs = now - lastReceivedAt
      if (!connection.hasJoined && now - openedAt > BOUNDS.firstJoinMs) {
        connection.close(CLOSE.policy, 'No channel was joined')
      } else if (silentMs > BOUNDS.silenceMs) terminate()
      else if (silentMs > BOUNDS.pingMs && isOpen()) socket.ping()
    },
  }

  function write(data: string | Buffer): void {
    if (!isOpen()) return
    if (socket.bufferedAmount > BOUNDS.queuedBytes) terminate()
    else socket.send(data)
  }

  /** Closes without the handshake, which a client that does not read would not answer. */
  function terminate(): void {
    socket.terminate()
    end()
  }

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    onEnd(connection)
  }

  /** Counts a frame; false when it must not be read. */
  function admitFrame(): boolean {
    if (hasEnded) return false
    lastReceivedAt = performance.now()
    if (frames.take('') === 0) return true
    connection.close(CLOSE.policy, 'Too many messages')
    return false
  }

  function receive(data: Buffer, isBinary: boolean): void {
    if (!admitFrame()) return
    const message = readMessage(data, isBinary, version)
    if (!message) connection.close(CLOSE.notReadable, 'The message cannot be read')
    else if (message.topic === PHOENIX && message.event === 'heartbeat') connection.reply(message, 'ok')
    else if (waiting >= BOUNDS.waitingFrames) connection.close(CLOSE.policy, 'Too many messages at once')
    else {
      waiting += 1
      queue = queue.then(() => work(message))
    }
  }

  async function work(message: ClientMessage): Promise<void> {
    try {
      if (!hasEnded) await handle(connection, message)
    } catch (error) {
      onError(error)
      connection.close(CLOSE.broken, 'Something went wrong on our side')
    }
    waiting -= 1
  }

  // The default type of the data of messages is Buffer.
  socket.on('message', (data, isBinary) => receive(data as Buffer, isBinary))
  socket.on('ping', (data) => {
    if (admitFrame() && socket.bufferedAmount <= BOUNDS.queuedBytes) socket.pong(data)
  })
  socket.on('pong', admitFrame)
  // A frame that violates the protocol; the socket closes itself.
  socket.on('error', end)
  socket.on('close', end)
  return connection
}
