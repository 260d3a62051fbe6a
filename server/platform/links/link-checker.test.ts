import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLinkChecker, type LinkChecker } from '#server/platform/links/link-checker.ts'
import { isPublicAddress } from '#server/platform/links/public-address.ts'

const page = (title: string, text = 'Some words that stand on this page.') =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`
const html = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(body)
const to = (response: ServerResponse, location: string, status = 302) =>
  response.writeHead(status, { location }).end()

let asked: string[] = []
let headers: IncomingMessage['headers'] = {}
/** Says with status 200 that it has no page. */
const SAME_EVERYWHERE = 'localhost'

const server = createServer((request, response) => {
  const { url = '', method = '', headers: sent } = request
  asked.push(`${method} ${url}`)
  headers = sent
  if (sent.host?.startsWith(SAME_EVERYWHERE))
    return html(response, page('All our offers', `Request ${asked.length}`))
  const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 0)
  if (status) return html(response, page('A page'), status)
  const hops = Number(/^\/hops\/(\d+)/.exec(url)?.[1] ?? -1)
  if (hops >= 0) return hops === 0 ? html(response, page('At last')) : to(response, `/hops/${hops - 1}`)
  switch (url) {
    case '/':
      return html(response, page('Home'))
    case '/good':
      return html(response, page('A story about pages that are not lost'))
    case '/no-head':
      return method === 'HEAD' ? html(response, '', 405) : html(response, page('A page'))
    case '/soft':
      return html(response, page('Seite nicht gefunden'))
    case '/soft-gzip':
      return response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(page('Page not found')))
    case '/home':
      return to(response, '/')
    case '/inside':
      return to(response, 'http://169.254.169.254/latest/meta-data/')
    case '/file':
      return to(response, 'file:///etc/passwd')
    case '/endless':
      response.writeHead(200, { 'content-type': 'text/html' })
      if (method === 'HEAD') return response.end()
      response.write(page('A long page'))
      return void (async () => {
        while (!response.destroyed) {
          response.write('<p>more</p>'.repeat(1000))
          await new Promise((resolve) => setImmediate(resolve))
        }
      })()
    case '/hangs-up':
      return response.socket?.destroy()
    default:
      return html(response, page('Nothing here'), 404)
  }
})
let base: string
let checker: LinkChecker
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  checker = createLinkChecker({
    siteUrl: 'https://watch.example',
    allowed: ['127.0.0.1', '::1', SAME_EVERYWHERE],
  })
})

const check = (address: string) => checker.check(address, 'nora')

describe('a link', () => {
  test.each([
    ['/good', 'ok', ''],
    ['/', 'ok', ''],
    ['/no-head', 'ok', ''],
    ['/hops/5', 'ok', ''],
    ['/endless', 'ok', ''],
    ['/gone', 'dead', '404'],
    ['/status/410', 'dead', '410'],
    ['/soft', 'soft_dead', 'text'],
    ['/soft-gzip', 'soft_dead', 'text'],
    ['/home', 'soft_dead', 'home'],
    ['/status/401', 'unsure', '401'],
    ['/status/403', 'unsure', '403'],
    ['/status/429', 'unsure', '429'],
    ['/status/503', 'unsure', '503'],
    ['/hops/6', 'unsure', 'connection'],
    ['/hangs-up', 'unsure', 'connection'],
    ['/inside', 'unsure', 'private'],
    ['/file', 'unsure', 'private'],
  ])('%s is %s', async (path, state, detail) => {
    expect(await check(base + path)).toEqual({ state, detail })
  })

  test('to a page that looks like any other address of its host is soft', async () => {
    const address = base.replace('127.0.0.1', SAME_EVERYWHERE)
    expect(await check(`${address}/offer/7`)).toEqual({ state: 'soft_dead', detail: 'same' })
    expect(await check(`${address}/`)).toMatchObject({ state: 'ok' })
  })

  test('to a port on which no server listens is dead', async () => {
    expect(await check('http://127.0.0.1:1/')).toEqual({ state: 'dead', detail: 'refused' })
  })

  test('to a name that does not exist is dead, unless no name can be found', async () => {
    const checkerFor = (knownName: string) =>
      createLinkChecker({ siteUrl: 'https://watch.example', knownName })
    // No part of a name is so long, so resolvers refuse it without a query.
    const unknown = `${'a'.repeat(64)}.invalid`
    expect(await checkerFor('localhost').check(`https://${unknown}/`, 'nora')).toEqual({
      state: 'dead',
      detail: 'name',
    })
    expect(await checkerFor(unknown).check(`https://${unknown}/`, 'nora')).toEqual({
      state: 'unsure',
      detail: 'connection',
    })
  })

  test('is asked once for all who want to know', async () => {
    const statuses = await Promise.all([check(`${base}/gone`), check(`${base}/gone`)])
    expect(statuses[0]).toEqual(statuses[1])
    await check(`${base}/gone`)
    expect(asked.filter((request) => request.endsWith(' /gone'))).toEqual(['HEAD /gone', 'GET /gone'])
  })

  test('is asked without credentials, by a name of our own', async () => {
    await check(`${base}/good`)
    expect(headers['user-agent']).toContain('https://watch.example')
    expect([headers.cookie, headers.authorization, headers.referer]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    asked = []
    const withPassword = base.replace('http://', 'http://nora:secret@')
    expect(await check(`${withPassword}/good`)).toEqual({ state: 'unsure', detail: 'private' })
    expect(asked).toEqual([])
  })
})

describe('without exceptions', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://8.8.8.8:8080/',
    'gopher://8.8.8.8/',
  ])('%s is not asked', async (address) => {
    const strict = createLinkChecker({ siteUrl: 'https://watch.example' })
    expect(await strict.check(address, 'nora')).toEqual({ state: 'unsure', detail: 'private' })
  })

  test('our own server is not asked by any of its names', async () => {
    const strict = createLinkChecker({ siteUrl: 'https://watch.example' })
    await strict.check(`${base}/good`, 'nora')
    await strict.check(`${base.replace('127.0.0.1', 'localhost')}/good`, 'nora')
    expect(asked).toEqual([])
  })

  test.each(['8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})
