import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLinkChecker, type LinkChecker } from '#server/links/link-checker.ts'

/** Answers bytes that no honest server would send, by the path asked for. */
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.once('data', (data) => {
    const [, path = ''] = data.toString('latin1').split(' ')
    answer(socket, path)
  })
})
let base: string
let checker: LinkChecker

function answer(socket: Socket, path: string): void {
  if (path === '/upgrade')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  checker = createLinkChecker({ siteUrl: 'https://watch.example', allowed: ['127.0.0.1'] })
})

test('a server that changes the protocol does not keep its place for ever', async () => {
  expect(await checker.check(`${base}/upgrade`)).toEqual({ state: 'unsure', detail: 'connection' })
  expect(await checker.check(`${base}/good`)).toEqual({ state: 'ok', detail: '' })
})
