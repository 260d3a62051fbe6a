import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Context } from 'hono'

/** What the listener, or a call from inside this process, tells about where a request comes from. */
export interface RequestBindings {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
  clientIp?: string
}

/** The address of whoever sent the request, or on whose behalf this process asks itself. */
export function clientIp(c: Context<{ Bindings: RequestBindings }>, trustProxy: number): string {
  if (c.env?.clientIp !== undefined) return c.env.clientIp
  return c.env?.incoming ? addressOf(c.env.incoming, trustProxy) : 'unknown'
}

/**
 * The address that a request came from. X-Forwarded-For counts only as far as our own proxies wrote it: with
 * `trustProxy` proxies, its entry number `trustProxy` from the right.
 */
export function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const socketAddress = socket.remoteAddress ?? 'unknown'
  if (trustProxy === 0) return socketAddress
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
  return forwarded.at(-trustProxy) || socketAddress
}

/**
 * What limits count: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber line has that many
 * addresses to itself.
 */
export function limitKey(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  return networkOf(ip, 64)
}

/**
 * The /48 network of an IPv6 address: a customer of many a provider has one, with 65,536 networks of the kind that `limitKey`
 * takes for one subscriber line. Null for an IPv4 address.
 */
export function wideLimitKey(ip: string): string | null {
  return MAPPED_IPV4.test(ip) || !isIPv6(ip) ? null : networkOf(ip, 48)
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

function networkOf(ip: string, bits: 48 | 64): string {
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const network = [...left, ...zeros, ...right]
    .slice(0, bits / 16)
    .map((part) => Number.parseInt(part, 16).toString(16))
  return `${network.join(':')}::/${bits}`
}
