import { expect, onTestFinished, test } from 'vitest'
import { openWebServer } from '#server/platform/http/web-server.ts'
import { createLog } from '#server/platform/log.ts'
import { openFront, type Serving } from '#server/supervisor/open-front.ts'

const log = createLog('silent')
const headers = { 'x-content-type-options': 'nosniff' }

async function open() {
  const front = await openFront({ config: { host: '127.0.0.1', port: 0, trustProxy: 0 }, headers, log })
  onTestFinished(() => front.close())
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${front.port}/`, { headers: { connection: 'close' } })
    return `${response.status} ${await response.text()}`
  }
  return { front, read }
}

/** Serves in this process, as others do behind a channel. */
async function serveAs(name: string): Promise<Serving> {
  const server = await openWebServer({ log, headers })
  onTestFinished(() => server.close())
  server.serve((_request, response) => void response.end(name))
  return {
    take(socket, onTaken) {
      server.take(socket)
      socket.resume()
      setImmediate(onTaken, null)
    },
  }
}

test('the port answers that the site is starting, until a process can serve and when none is left', async () => {
  const { front, read } = await open()
  expect(await read()).toMatch(/^503 This site is starting/)
  // A client that would keep its connection would go on being told so.
  const kept = await fetch(`http://127.0.0.1:${front.port}/`)
  expect(kept.headers.get('connection')).toBe('close')
  await kept.arrayBuffer()
  const one = await serveAs('one')
  front.add(one)
  expect(await read()).toBe('200 one')
  front.remove(one)
  expect(await read()).toMatch(/^503 /)
})

test('processes get connections in turn, and one that takes none leaves them to the others', async () => {
  const { front, read } = await open()
  front.add(await serveAs('one'))
  front.add(await serveAs('two'))
  const seen = [await read(), await read(), await read(), await read()]
  expect(seen).toEqual(['200 one', '200 two', '200 one', '200 two'])

  const held: { destroy(): void }[] = []
  front.add({ take: (socket) => void held.push(socket) })
  void read().catch(() => {})
  void read().catch(() => {})
  void read().catch(() => {})
  await expect.poll(() => held.length).toBe(1)
  expect([await read(), await read()].sort()).toEqual(['200 one', '200 two'])
  held[0]?.destroy()
})

test('a connection whose process has ended is closed', async () => {
  const { front, read } = await open()
  front.add({ take: (_socket, onTaken) => onTaken(new Error('It has ended')) })
  await expect(read()).rejects.toThrow()
})

test('a port in use is named', async () => {
  const { front } = await open()
  const config = { host: '127.0.0.1', port: front.port, trustProxy: 0 }
  await expect(openFront({ config, headers, log })).rejects.toThrow(
    `PORT: ${front.port} on 127.0.0.1 is already in use`,
  )
})
