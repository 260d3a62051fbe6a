import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

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
    .map((entry) => withoutPort(entry.trim()))
  return forwarded.at(-trustProxy) || socketAddress
}

/** Some proxies write the port as well, which would make every connection of a client another client. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/**
 * What limits count: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber line has that many
 * addresses to itself.
 */
export function limitKey(ip: string): string {
  const address = readIPv6(ip)
  if (!address) return ip
  return address instanceof ipaddr.IPv4 ? address.toString() : networkOf(address, 64)
}

/**
 * The /48 network of an IPv6 address: a customer of many a provider has one, with 65,536 networks of the kind that `limitKey`
 * takes for one subscriber line. Null for an IPv4 address.
 */
export function wideLimitKey(ip: string): string | null {
  const address = readIPv6(ip)
  return address instanceof ipaddr.IPv6 ? networkOf(address, 48) : null
}

/** The address, or the IPv4 address that it is another way to write; null for whatever else. */
function readIPv6(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Only Node decides what an address is: the library would read more than addresses, and reads fewer zones.
  return isIPv6(ip) ? ipaddr.process(ip.split('%', 1)[0] ?? '') : null
}

function networkOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const network = parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${network.join(':')}::/${bits}`
}
