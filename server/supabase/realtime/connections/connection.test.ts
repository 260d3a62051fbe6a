import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { type Connection, openConnection } from '#server/supabase/realtime/connections/connection.ts'
import { createOpenConnections } from '#server/supabase/realtime/connections/upgrade-handler.ts'

/** A connection over a socket that records what is done with it. */
function open({ address = 'a', hasJoined = true } = {}) {
  const done: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => done.push('send'),
    ping: () => done.push('ping'),
    pong: () => done.push('pong'),
    close: (code: number) => done.push(`close ${code}`),
    terminate: () => done.push('terminate'),
  })
  const onEnd = vi.fn()
  const connection = openConnection(socket as unknown as WebSocket, {
    version: '2.0.0',
    apiKey: 'key',
    address,
    handle: async () => {},
    onError: () => {},
    onEnd,
  })
  connection.hasJoined = hasJoined
  return { connection, socket, done, onEnd }
}

test('a silent client gets a ping, and is terminated when it does not answer', () => {
  const { connection, done, onEnd } = open()
  const now = performance.now()
  connection.check(now + BOUNDS.pingMs - 1000)
  connection.check(now + BOUNDS.pingMs + 1000)
  connection.check(now + BOUNDS.silenceMs + 1000)
  expect(done).toEqual(['ping', 'terminate'])
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a pong is a sign of life', () => {
  vi.useFakeTimers()
  const { connection, socket, done } = open()
  vi.advanceTimersByTime(BOUNDS.silenceMs - 1000)
  socket.emit('pong')
  vi.advanceTimersByTime(BOUNDS.pingMs - 1000)
  connection.check(performance.now())
  vi.useRealTimers()
  expect(done).toEqual([])
})

test('a connection that joins nothing is closed', () => {
  const { connection, done } = open({ hasJoined: false })
  connection.check(performance.now() + BOUNDS.firstJoinMs + 1000)
  expect(done).toEqual(['close 1008'])
})

test('a client that does not read is terminated, and nothing more is sent', () => {
  const { connection, socket, done, onEnd } = open()
  socket.bufferedAmount = BOUNDS.queuedBytes + 1
  const header = { joinRef: null, ref: null, topic: 'a', event: 'b' }
  connection.send(header, '{}')
  connection.send(header, '{}')
  expect(done).toEqual(['terminate'])
  expect(onEnd).toHaveBeenCalledOnce()
})

test('an address has its share of connections, and who has joined nothing makes place', () => {
  const connections = createOpenConnections({ inAll: 3, perAddress: 2 })
  const add = (options: { address: string; hasJoined: boolean }) => {
    const opened = open(options)
    connections.add(opened.connection)
    return opened
  }
  add({ address: 'a', hasJoined: true })
  expect(connections.makeRoom('a')).toBe(true)
  const idle = add({ address: 'a', hasJoined: false })
  expect(connections.makeRoom('a')).toBe(false)
  add({ address: 'b', hasJoined: true })
  expect(connections.makeRoom('c')).toBe(true)
  expect(idle.done).toEqual(['close 1013'])
  const isThere = (connection: Connection) => connections.all().has(connection)
  connections.remove(idle.connection)
  expect(isThere(idle.connection)).toBe(false)
  add({ address: 'c', hasJoined: true })
  expect(connections.makeRoom('d')).toBe(false)
})
