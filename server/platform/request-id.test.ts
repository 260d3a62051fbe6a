import { expect, test } from 'vitest'
import { open } from '#server/platform/http/testing/open-connections.ts'
import { currentRequestId, nameRequest } from '#server/platform/request-id.ts'

const UUID = /^[\da-f-]{36}$/

async function ask(options: { trustProxy?: number; sent?: string }) {
  const { server, url } = await open({ trustProxy: options.trustProxy ?? 0 })
  server.serve(async (_request, response) => {
    await new Promise(setImmediate)
    nameRequest(response)
    response.writeHead(200, { 'content-type': 'text/plain' }).end(currentRequestId())
  })
  const headers = options.sent === undefined ? {} : { 'x-request-id': options.sent }
  const response = await fetch(url, { headers })
  const id = response.headers.get('x-request-id')
  expect(await response.text()).toBe(id)
  return id
}

test('a response has the id under which its request was handled', async () => {
  const first = await ask({})
  expect(first).toMatch(UUID)
  expect(await ask({})).not.toBe(first)
  expect(currentRequestId()).toBeUndefined()
})

test('the id of a proxy is used, that of a client is not', async () => {
  expect(await ask({ trustProxy: 1, sent: '01JF3Z:proxy-1' })).toBe('01JF3Z:proxy-1')
  expect(await ask({ trustProxy: 0, sent: '01JF3Z:proxy-1' })).toMatch(UUID)
})

test.each(['', 'two words', 'a'.repeat(65), '<script>', '"', 'ü'])(
  'an id such as %j is replaced, also when it comes from a proxy',
  async (sent) => {
    expect(await ask({ trustProxy: 1, sent })).toMatch(UUID)
  },
)

test('what is no request, and what comes before the site has started, has an id in its response too', async () => {
  const { url, connect } = await open()
  const malformed = await connect()
  malformed.socket.write('NONSENSE\r\n\r\n')
  expect(await malformed.ended).toMatch(/^HTTP\/1\.1 400 .*\r\nx-request-id: [\da-f-]{36}\r\n/s)
  const starting = await fetch(`${url}/readyz`)
  expect([starting.status, starting.headers.get('x-request-id')]).toEqual([503, expect.stringMatching(UUID)])
})
