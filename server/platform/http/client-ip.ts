import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { QueueKeys } from '#server/platform/http/fair-queue.ts'

/** The origin of a request, from the listener or from a call inside this process. */
export interface RequestBindings {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
  clientIp?: string
}

/** The address of the client that sent the request, or on whose behalf this process sends one to itself. */
export function clientIp({ env }: { env?: RequestBindings }, trustProxy: number): string {
  if (env?.clientIp !== undefined) return env.clientIp
  return env?.incoming ? addressOf(env.incoming, trustProxy) : 'unknown'
}

/**
 * The address that a request came from. X-Forwarded-For is trusted only as far as our own proxies wrote it: with `trustProxy`
 * proxies, that is entry number `trustProxy` from the right.
 */
export function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const socketAddress = socket.remoteAddress ?? 'unknown'
  if (trustProxy === 0) return socketAddress
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => withoutPort(entry.trim()))
  return forwarded.at(-trustProxy) || socketAddress
}

/** Some proxies append the port, which would make every connection look like a different client. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/**
 * The key that rate limits use for an address: an IPv4 address itself, and for IPv6 its /64 network, because one subscriber
 * has at least a /64 to themselves.
 */
export function limitKey(ip: string): string {
  const address = readIPv6(ip)
  if (!address) return ip
  return address instanceof ipaddr.IPv4 ? address.toString() : networkOf(address, 64)
}

/**
 * The /48 network of an IPv6 address: many providers give one customer a /48, which contains 65,536 networks that `limitKey`
 * would take for different subscribers. Null for an IPv4 address.
 */
export function wideLimitKey(ip: string): string | null {
  const address = readIPv6(ip)
  return address instanceof ipaddr.IPv6 ? networkOf(address, 48) : null
}

/** The keys that work for an address is charged to. */
export const queueKeys = (ip: string): QueueKeys => [limitKey(ip), wideLimitKey(ip)]

/** An IPv6 address, or the IPv4 address that is mapped into it; null for any other text. */
function readIPv6(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Node decides whether an address is valid: the library accepts other notations, and does not know all zone suffixes.
  return isIPv6(ip) ? ipaddr.process(ip.split('%', 1)[0] ?? '') : null
}

function networkOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const network = parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${network.join(':')}::/${bits}`
}
