import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientIp, limitKey, type RequestBindings } from '#server/platform/http/client-ip.ts'

/** The address that is derived for a request from this socket. */
async function addressOf(options: {
  trustProxy: number
  forwarded?: string
  bindings?: RequestBindings
}): Promise<string> {
  const { trustProxy, forwarded } = options
  const app = new Hono<{ Bindings: RequestBindings }>()
  app.get('/', (c) => c.text(clientIp(c, trustProxy)))
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const incoming = { socket: { remoteAddress: '10.0.0.1' }, headers } as unknown as IncomingMessage
  const response = await app.request('/', { headers }, options.bindings ?? { incoming })
  return response.text()
}

describe('the address of a client', () => {
  test('is the socket’s when no proxy is trusted, whatever the request says', async () => {
    expect(await addressOf({ trustProxy: 0 })).toBe('10.0.0.1')
    expect(await addressOf({ trustProxy: 0, forwarded: '192.0.2.1' })).toBe('10.0.0.1')
  })

  test.each([
    [1, '192.0.2.1', '192.0.2.1'],
    [1, '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    [1, '203.0.113.9,203.0.113.8 ,  192.0.2.1 ', '192.0.2.1'],
    [2, '203.0.113.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, '203.0.113.9:1, 192.0.2.1:50123', '192.0.2.1'],
    [1, '[2001:db8::1]:50123', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
  ])('is the entry that the outermost of %d proxies wrote into "%s"', async (trustProxy, forwarded, ip) => {
    expect(await addressOf({ trustProxy, forwarded })).toBe(ip)
  })

  test.each([
    [1, undefined],
    [1, ''],
    [1, '192.0.2.1, '],
    [2, '192.0.2.1'],
  ])(
    'is the socket’s when %d proxies should have written and the header is %j',
    async (trustProxy, header) => {
      const forwarded = header === undefined ? {} : { forwarded: header }
      expect(await addressOf({ trustProxy, ...forwarded })).toBe('10.0.0.1')
    },
  )

  test('is the one that a call from inside the process gives, whatever its headers say', async () => {
    const bindings = { clientIp: '192.0.2.7' }
    expect(await addressOf({ trustProxy: 1, forwarded: '203.0.113.9', bindings })).toBe('192.0.2.7')
    expect(await addressOf({ trustProxy: 0, bindings: {} })).toBe('unknown')
  })
})

describe('the limit key', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['0x7f.1', '0x7f.1'],
    ['127.1', '127.1'],
    ['2001:db8::1, 192.0.2.1', '2001:db8::1, 192.0.2.1'],
    [':'.repeat(8000), ':'.repeat(8000)],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%wlan-0.1:2', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ])('of %s is %s', (ip, key) => {
    expect(limitKey(ip)).toBe(key)
  })
})
