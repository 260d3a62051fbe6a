import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isAllowedTarget, pauseAfter, postMessage } from '#server/platform/links/post-message.ts'
import { startReceiver } from '#server/platform/links/testing/start-receiver.ts'
import { startNameServer } from '../../../tests/support/name-server.ts'

const HERE = '127.0.0.1'
const MESSAGE = { body: '{"type":"webhook.test"}', headers: { 'webhook-id': 'msg_1' } }

const post = (
  address: string,
  options: Partial<Parameters<typeof postMessage>[2]> = {},
): ReturnType<typeof postMessage> =>
  postMessage(address, MESSAGE, {
    allowed: [HERE],
    userAgent: 'Webhooks/1.0',
    signal: new AbortController().signal,
    ...options,
  })

test('a message is posted as JSON, and the beginning of the answer is kept in one line', async () => {
  const { url, received } = await startReceiver(
    () => (response) => response.writeHead(200).end('thank\r\nyou\u0000 \u202Efor that'),
  )
  expect(await post(`${url}/hooks?a=1`)).toEqual({ problem: null, status: 200, answer: 'thank you for that' })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    path: '/hooks?a=1',
    body: MESSAGE.body,
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'user-agent': 'Webhooks/1.0' },
  })
})

test('a redirect is not followed, also to itself', async () => {
  const { url, received } = await startReceiver(
    () => (response) => response.writeHead(307, { location: '/' }).end(),
  )
  expect(await post(url)).toMatchObject({ problem: 'redirect', status: 307 })
  expect(received).toHaveLength(1)
})

test('an answer that never ends is read to a few kilobytes, and a refusal says which', async () => {
  const { url } = await startReceiver(() => (response) => {
    const part = 'x'.repeat(64 * 1024)
    const write = () => {
      while (response.write(part));
    }
    response.writeHead(500).on('drain', write)
    write()
  })
  const { problem, status, answer } = await post(url)
  expect({ problem, status }).toEqual({ problem: 'status', status: 500 })
  expect(answer).toBe('x'.repeat(500))
})

test.each([99, 999])('the status %i, which HTTP has not, is no success', async (status) => {
  const { url } = await startReceiver(() => (response) => {
    response.socket?.end(`HTTP/1.1 ${String(status).padStart(3, '0')} X\r\ncontent-length: 0\r\n\r\n`)
  })
  expect(await post(url)).toMatchObject({ problem: 'status', status })
})

test('a server that does not answer in time has failed, one that begins to answer has not', async () => {
  const silent = await startReceiver(() => () => {})
  expect(await post(silent.url, { timeoutMs: 200 })).toEqual({ problem: 'time', status: null, answer: '' })
  const slow = await startReceiver(() => (response) => response.writeHead(200).write('beg'))
  expect(await post(slow.url, { timeoutMs: 1_000 })).toEqual({ problem: null, status: 200, answer: 'beg' })
})

test('a server that sends headers without end has failed', async () => {
  const server = createRawServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\n')
    const write = () => {
      while (socket.write(`x-a: ${'b'.repeat(1_000)}\r\n`));
    }
    socket.on('drain', write)
    write()
  }).listen(0, HERE)
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await post(`http://${HERE}:${port}/`)).toMatchObject({ problem: 'connection', status: null })
})

test('a name with a private address gets nothing, also when it has a public one as well', async () => {
  const find: Record<string, string[]> = {
    'private.example': ['10.0.0.7'],
    'both.example': ['93.184.215.14', '169.254.169.254'],
    'loopback.example': [HERE],
  }
  const nameServers = [await startNameServer((name) => find[name] ?? [])]
  for (const name of Object.keys(find))
    expect(await post(`https://${name}/`, { allowed: [], nameServers })).toMatchObject({ problem: 'private' })
  expect(await post('https://nobody.example/', { nameServers })).toMatchObject({ problem: 'name' })
})

test('only https of the public internet, and addresses that are allowed', async () => {
  const ALLOWED: Record<string, boolean> = {
    'https://example.org/hooks': true,
    'https://example.org:443/': true,
    'https://93.184.215.14/': true,
    'http://example.org/': false,
    'https://example.org:8443/': false,
    'https://user@example.org/': false,
    'https://localhost/': false,
    'https://hooks.example./': false,
    'http://10.0.0.7:8080/hooks': true,
    'http://10.0.0.8:8080/hooks': false,
  }
  for (const [address, expected] of Object.entries(ALLOWED))
    expect(isAllowedTarget(new URL(address), ['10.0.0.7']), address).toBe(expected)
  for (const address of ['ftp://example.org/', 'javascript:alert(1)', 'not an address'])
    expect(await post(address)).toMatchObject({ problem: 'address' })
  for (const address of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
  ])
    expect(await post(address, { allowed: [] }), address).toMatchObject({ problem: 'private' })
})

test('a line break in an address is no header', async () => {
  const { url, received } = await startReceiver()
  expect(await post(`${url}/a\r\nx-injected: 1\r\n\r\nGET /b`)).toMatchObject({ problem: null })
  expect(received).toHaveLength(1)
  expect(received[0]?.headers).not.toHaveProperty('x-injected')
  expect(received[0]?.headers.host).toBe(new URL(url).host)
})

test('the end of the worker is no failure of the receiver', async () => {
  const { url } = await startReceiver(() => () => {})
  const ending = new AbortController()
  const posting = post(url, { signal: ending.signal })
  ending.abort(new Error('the worker ends'))
  await expect(posting).rejects.toThrow('the worker ends')
})

test('pauses double up to an hour, a fifth shorter or longer', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 7, 30].map((failures) => Math.round(pauseAfter(failures, 3_600, random)))
  expect(pauses(0.5)).toEqual([60, 120, 240, 3_600, 3_600])
  expect(pauses(0)).toEqual([48, 96, 192, 2_880, 2_880])
  expect(pauses(1)).toEqual([72, 144, 288, 4_320, 4_320])
})
