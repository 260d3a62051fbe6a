import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDocumentClient,
  DocumentError,
  type DocumentRequest,
} from '#server/platform/links/request-document.ts'

const MB = 1024 ** 2
let headers: IncomingMessage['headers'] = {}
const send = (response: ServerResponse, body: Buffer | string, encoding?: string) =>
  response.writeHead(200, encoding ? { 'content-encoding': encoding } : {}).end(body)
const to = (response: ServerResponse, location: string, status = 302) =>
  response.writeHead(status, { location }).end()

const server = createServer((request, response) => {
  headers = request.headers
  const { url = '' } = request
  const hops = Number(/^\/hops\/(\d+)/.exec(url)?.[1] ?? -1)
  if (hops >= 0) return hops === 0 ? send(response, 'at last') : to(response, `/hops/${hops - 1}`)
  switch (url) {
    case '/plain':
      return response
        .writeHead(200, { etag: '"1"', 'x-robots-tag': ['noai', 'noindex'], 'content-type': 'text/plain' })
        .end('plain')
    case '/gzip':
      return send(response, gzipSync('gzip'), 'gzip')
    case '/deflate':
      return send(response, deflateSync('deflate'), 'deflate')
    case '/br':
      return send(response, brotliCompressSync('br'), 'br')
    case '/bomb':
      return send(response, gzipSync(Buffer.alloc(50 * MB)), 'gzip')
    case '/nested':
      return send(response, gzipSync(gzipSync('x')), 'gzip, gzip')
    case '/no-gzip':
      return send(response, 'not gzip', 'gzip')
    case '/long':
      return response.writeHead(200, { 'content-length': 50 * MB }).write('x')
    case '/endless':
    case '/drop':
      response.writeHead(200)
      return void (async () => {
        while (!response.destroyed && !response.writableEnded) {
          response.write('x'.repeat(64 * 1024))
          await new Promise((resolve) => setImmediate(resolve))
        }
      })()
    case '/silent':
      return response.writeHead(200).write('x')
    case '/silent-gzip':
      return response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .write(gzipSync('x'.repeat(9_999)).subarray(0, 20))
    case '/cut':
      response.writeHead(200, { 'content-length': 100 }).write('x')
      return setImmediate(() => response.destroy())
    case '/moved':
      return to(response, '/moved-again', 301)
    case '/moved-again':
      return to(response, '/plain', 308)
    case '/moved-for-now':
      return to(response, '/hops/0', 301)
    case '/first-for-now':
      return to(response, '/moved', 302)
    case '/same':
      return response.writeHead(304, { location: '/plain' }).end()
    case '/inside':
      return to(response, 'http://169.254.169.254/latest/meta-data/')
    case '/file':
      return to(response, 'file:///etc/passwd')
    default:
      return response.writeHead(404).end('nothing')
  }
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const client = createDocumentClient({ siteUrl: 'https://watch.example', allowsPrivate: true })
const request = (path: string, options: Partial<DocumentRequest> = {}) =>
  client.request(base + path, { accept: '*/*', ...options })

test.each(['/plain', '/gzip', '/deflate', '/br'])('%s is read', async (path) => {
  expect(await request(path)).toMatchObject({ status: 200, url: base + path, movedTo: null })
  expect((await request(path)).body.toString()).toBe(path.slice(1))
})

test('headers are given by name, and ours are sent', async () => {
  const { headers: received } = await request('/plain', { etag: '"0"', lastModified: 'yesterday' })
  expect(received).toMatchObject({ etag: '"1"', 'x-robots-tag': 'noai, noindex', 'retry-after': '' })
  expect(headers).toMatchObject({
    'if-none-match': '"0"',
    'if-modified-since': 'yesterday',
    'user-agent': 'Mozilla/5.0 (compatible; AIWatchNewsroom/1.0; +https://watch.example)',
  })
})

test('other statuses are answers without a body', async () => {
  expect(await request('/nothing')).toMatchObject({ status: 404, body: Buffer.alloc(0) })
  expect(await request('/same')).toMatchObject({ status: 304, url: `${base}/same` })
})

test.each([
  ['/moved', '/plain', '/plain'],
  ['/first-for-now', '/plain', null],
  ['/hops/5', '/hops/0', null],
])('%s leads to %s, and is replaced by %s', async (path, url, movedTo) => {
  expect(await request(path)).toMatchObject({ url: base + url, movedTo: movedTo && base + movedTo })
})

describe('a document that cannot be had', () => {
  test.each([
    ['/bomb', 'too_large'],
    ['/long', 'too_large'],
    ['/endless', 'too_large'],
    ['/nested', 'broken'],
    ['/no-gzip', 'broken'],
    ['/cut', 'connection'],
    ['/hops/6', 'redirects'],
    ['/inside', 'private'],
    ['/file', 'private'],
  ])('%s: %s', async (path, failure) => {
    await expect(request(path)).rejects.toMatchObject({ name: 'DocumentError', failure })
  })

  test.each(['/silent', '/silent-gzip', '/endless'])('%s in time', async (path) => {
    await expect(request(path, { timeoutMs: 50, maxBytes: 1e12 })).rejects.toMatchObject({
      failure: 'timeout',
    })
  })

  test.each([
    ['http://127.0.0.1:1/', 'connection'],
    [`https://${'a'.repeat(64)}.invalid/`, 'name'],
    ['no address', 'name'],
    ['https://nora:secret@harbour.example/', 'private'],
  ])('%s: %s', async (address, failure) => {
    await expect(client.request(address, { accept: '*/*' })).rejects.toMatchObject({ failure })
  })

  test('the reason of who gave up is kept', async () => {
    const reason = new Error('the process ends')
    await expect(request('/plain', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('a redirect can be refused', async () => {
    const onRedirect = ({ pathname }: URL) => {
      if (pathname === '/plain') throw new DocumentError('forbidden')
    }
    await expect(request('/moved', { onRedirect })).rejects.toMatchObject({ failure: 'forbidden' })
  })
})

test('without permission nothing of the own network is asked', async () => {
  const careful = createDocumentClient({ siteUrl: 'https://watch.example', allowsPrivate: false })
  await expect(careful.request(`${base}/plain`, { accept: '*/*' })).rejects.toMatchObject({
    failure: 'private',
  })
  for (const address of [
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://168.63.129.16/',
  ])
    await expect(client.request(address, { accept: '*/*' })).rejects.toMatchObject({ failure: 'private' })
})
