import type { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { answerLater, GET, open } from '#server/platform/http/testing/open-connections.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'

describe('a request with an Upgrade header', () => {
  const UPGRADE = `${GET}Connection: Upgrade\r\n`

  /** Takes over connections that ask for `echo`. */
  function echo(close: (sockets: Duplex[]) => Promise<void>): UpgradeHandler {
    const sockets: Duplex[] = []
    return {
      accepts: ({ headers }) => headers.upgrade === 'echo',
      handle(_request, socket) {
        sockets.push(socket)
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
        socket.on('data', (data) => socket.write(data))
      },
      close: () => close(sockets),
    }
  }

  test('is passed to its handler, and is an ordinary request without one', async () => {
    const { server, connect } = await open()
    server.serve(
      (_request, response) => void response.end('ordinary'),
      echo(async () => {}),
    )
    const taken = await connect()
    taken.socket.write(`${UPGRADE}Upgrade: echo\r\n\r\n`)
    await taken.receives(/ 101 /)
    taken.socket.write('hello')
    await taken.receives(/hello$/)
    const ordinary = await connect()
    ordinary.socket.write(`${UPGRADE}Upgrade: h2c\r\n\r\n`)
    await ordinary.receives(/ordinary$/)
  })

  test('does not overtake a response that is not finished', async () => {
    const { server, connect } = await open()
    const { listener, asked } = answerLater()
    server.serve(
      listener,
      echo(async () => {}),
    )
    const connection = await connect()
    connection.socket.write(`${GET}\r\n`)
    await asked(1)
    connection.socket.write(`${UPGRADE}Upgrade: echo\r\n\r\n`)
    expect(await connection.ended).toBe('')
  })

  test('whose handler fails ends its connection, and no other', async () => {
    const errors: string[] = []
    const { server, connect } = await open({ log: { error: (message) => errors.push(message) } })
    const failing = { ...echo(async () => {}), handle: () => Promise.reject(new Error('broken')) }
    server.serve((_request, response) => void response.end('ordinary'), failing)
    const connection = await connect()
    connection.socket.write(`${UPGRADE}Upgrade: echo\r\n\r\n`)
    expect(await connection.ended).toBe('')
    expect(errors).toEqual(['An upgrade of /'])
  })

  test('its connection hears goodbye before it ends with the server', async () => {
    const { server, connect } = await open()
    const goodbye = echo(async (sockets) => {
      for (const socket of sockets) socket.write('goodbye')
    })
    server.serve(answerLater().listener, goodbye)
    const connection = await connect()
    connection.socket.write(`${UPGRADE}Upgrade: echo\r\n\r\n`)
    await connection.receives(/ 101 /)
    await server.close()
    expect(await connection.ended).toMatch(/goodbye$/)
  })
})
