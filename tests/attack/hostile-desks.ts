import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startRealtimeApp } from '../contract/realtime-app.ts'
import { ADMIN } from '../support/app.ts'
import { mintToken } from '../support/mint-token.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

export const KEY = TEST_SECRETS.publishableKey
export const PATH = '/realtime/v1/websocket'

export interface Peer {
  socket: WebSocket
  send(data: unknown): void
  /** Everything received, each message as an array. */
  received: [string | null, string | null, string, string, Record<string, unknown>][]
  /** The code with which the server closed the connection. */
  closed: Promise<number>
}

/** An app, and clients of it that may send anything. Call it at the top of a test file. */
export async function startHostileDesks() {
  const { app, writeArticle } = await startRealtimeApp()
  const token = await mintToken(app.database.sql, ADMIN.email)

  async function open(query = `apikey=${KEY}&vsn=2.0.0`): Promise<Peer> {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}${PATH}?${query}`)
    onTestFinished(() => socket.terminate())
    const received: Peer['received'] = []
    socket.on('message', (data, isBinary) => {
      if (!isBinary) received.push(JSON.parse(String(data)))
    })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return {
      socket,
      received,
      closed,
      send: (data) =>
        socket.send(typeof data === 'string' || Buffer.isBuffer(data) ? data : JSON.stringify(data)),
    }
  }

  const joinOf = (
    topic: string,
    config: object = { postgres_changes: CHANGES },
    extra: object = {},
  ): unknown[] => ['1', '1', topic, 'phx_join', { config, access_token: token, ...extra }]

  async function joined(config: object = { private: true, postgres_changes: CHANGES }, extra: object = {}) {
    const peer = await open()
    const topic = `realtime:${randomUUID()}`
    peer.send(joinOf(topic, config, extra))
    await expect.poll(() => peer.received.at(0)?.[4]).toMatchObject({ status: 'ok' })
    return { ...peer, topic }
  }

  return { app, writeArticle, token, open, joinOf, joined }
}

export const CHANGES = [{ event: '*', schema: 'public', table: 'articles' }]

/** The server is well, and the connection still answers. */
export async function answers(peer: Peer) {
  peer.send([null, 'beat', 'phoenix', 'heartbeat', {}])
  await expect.poll(() => peer.received.map(([, ref]) => ref)).toContain('beat')
}
