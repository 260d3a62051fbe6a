import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_LIMITS, type ClientLimits } from '#server/platform/http/connection-limits.ts'
import { answerLater, GET, open } from '#server/platform/http/testing/open-connections.ts'
import { openWebServer } from '#server/platform/http/web-server.ts'
import { createLog } from '#server/platform/log.ts'
import { connectTo } from '../../../tests/support/raw-connection.ts'

/** A server that is handed its connections by another one, and bare connections to it. */
async function openBehind(limits: Partial<ClientLimits> = {}) {
  const server = await openWebServer({
    log: createLog('silent'),
    headers: {},
    limits: { ...CLIENT_LIMITS, checkMs: 10, ...limits },
  })
  const front = createServer({ pauseOnConnect: true }, (socket) => {
    server.take(socket)
    socket.resume()
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    front.close()
    await server.close()
  })
  const address = front.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { server, connect: () => connectTo(`http://127.0.0.1:${port}`) }
}

test('a connection that is handed over is served, and is kept for further requests', async () => {
  const { server, connect } = await openBehind()
  server.serve((request, response) => void response.end(`served ${request.url}`))
  const connection = await connect()
  connection.socket.write('GET /one HTTP/1.1\r\nHost: x\r\n\r\n')
  await connection.receives(/served \/one$/)
  connection.socket.write('GET /two HTTP/1.1\r\nHost: x\r\n\r\n')
  await connection.receives(/served \/two$/)
})

test('a client that sends too slowly is disconnected there too', async () => {
  const { connect } = await openBehind({ headersMs: 50, requestMs: 100 })
  const connection = await connect()
  connection.socket.write(GET)
  expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
})

test('closing waits for the response of a connection that was handed over', async () => {
  const { server, connect } = await openBehind()
  const { listener, waiting, asked } = answerLater()
  server.serve(listener)
  const connection = await connect()
  connection.socket.write(`${GET}\r\n`)
  await asked(1)
  let isClosed = false
  const closed = server.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  waiting[0]?.end('served')
  expect(await connection.ended).toMatch(/connection: close[\s\S]*served$/i)
  await closed
})

test('when it retires, each client is told to close with its next response, and idle ones are closed', async () => {
  const { server, connect } = await open({ retireIdleMs: 300 })
  const { listener, waiting, asked } = answerLater()
  server.serve(listener)
  const [used, begun, idle] = [await connect(), await connect(), await connect()]
  begun.socket.write(`${GET}\r\n`)
  await asked(1)
  const begunResponse = waiting[0]
  begunResponse?.writeHead(200, { 'content-length': '6' }).write('ser')
  await begun.receives(/ser$/)

  const retired = server.retire()
  used.socket.write(`${GET}\r\n`)
  await asked(2)
  waiting[1]?.end('served')
  expect(await used.ended).toMatch(/connection: close[\s\S]*served$/i)

  // The headers of the response could not tell it any more, so its connection stays for another request.
  begunResponse?.end('ved')
  await begun.receives(/served$/)
  begun.socket.write(`${GET}\r\n`)
  await asked(3)
  waiting[2]?.end('again')
  expect(await begun.ended).toMatch(/connection: close[\s\S]*again$/i)
  expect(await idle.ended).toBe('')
  await retired
})
