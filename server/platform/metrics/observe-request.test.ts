import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { stopTime } from '../../../tests/support/passing-time.ts'

// A process that has seen nothing yet.
vi.resetModules()
const { open } = await import('#server/platform/http/testing/open-connections.ts')
const { listSlowRequests } = await import('#server/platform/report.ts')
const { pass } = stopTime()

test('a request is slow by what we took, however long its client took to send it or gave up', async () => {
  const { server, connect } = await open()
  let begun = Promise.withResolvers<void>()
  let ended = Promise.withResolvers<void>()
  server.serve(async (request, response) => {
    response.once('close', ended.resolve)
    begun.resolve()
    const isWhole = await buffer(request).then(
      () => true,
      () => false,
    )
    if (isWhole && request.url === '/search') pass(3)
    response.end('read')
  })
  for (const path of ['/newsletter', '/search', '/unsubscribe']) {
    begun = Promise.withResolvers()
    ended = Promise.withResolvers()
    const { socket } = await connect()
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{`)
    await begun.promise
    pass(10)
    if (path === '/unsubscribe') socket.destroy()
    else socket.write('}')
    await ended.promise
  }
  expect(listSlowRequests()).toMatchObject([{ method: 'POST', route: '/search', ms: 3000 }])
})
