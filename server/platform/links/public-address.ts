import { type LookupAddress, NOTFOUND, Resolver } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'

/** The address of the server is not one of the public internet, so no request is sent. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  readonly code = 'EPRIVATE'
}

/** Returns true if an address belongs to the public internet; `allowed` are exceptions for tests. */
export function isPublicAddress(text: string, allowed: readonly string[] = []): boolean {
  if (allowed.includes(text)) return true
  if (!ipaddr.isValid(text)) return false
  // IPv4 addresses that are written as IPv6, or reached through a translator or tunnel, count as that IPv4 address.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !isMetadata(address)
  return address.range() === 'unicast' && !ANY_TUNNEL.some((network) => address.match(network))
}

/** Networks that belong to nobody on the internet. Link-local addresses are excluded: clouds offer their credentials there. */
const OWN_NETWORKS = ['private', 'loopback', 'uniqueLocal']

/** Returns true if an address belongs to this machine or its network. */
function isPrivateAddress(text: string): boolean {
  return ipaddr.isValid(text) && OWN_NETWORKS.includes(ipaddr.process(text).range())
}

/** The servers to which requests may be sent although they are not public. */
export interface AllowedServers {
  /** Addresses, on any port; for tests and the own network. */
  allowed: readonly string[]
  /** Allows every address of the own network, and every port. */
  allowsPrivate?: boolean | undefined
}

export function mayRequest(address: string, { allowed, allowsPrivate = false }: AllowedServers): boolean {
  return isPublicAddress(address, allowed) || (allowsPrivate && isPrivateAddress(address))
}

/** Networks of IPv6 in which an IPv4 address of any kind can be hidden: 6to4, Teredo, NAT64, IPv4-compatible, site-local. */
const ANY_TUNNEL = ['2002::/16', '2001::/32', '64:ff9b::/96', '64:ff9b:1::/48', '::/96', 'fec0::/10'].map(
  (network) => ipaddr.IPv6.parseCIDR(network),
)
/** Metadata of clouds that are in public ranges; the usual one is link-local. */
const METADATA = ['100.100.100.200', '168.63.129.16', '192.0.0.192']

const isMetadata = (address: ipaddr.IPv4) => METADATA.includes(address.toString())

/**
 * Resolves names for sockets: the address that was checked is the one that is connected to. A name with one private address is
 * refused, whatever its others are.
 */
export function publicLookup(
  servers: AllowedServers,
  { nameServers, resolved }: { nameServers?: readonly string[] | undefined; resolved?: LookupAddress } = {},
): LookupFunction {
  return (hostname, options, callback) => {
    const looked = resolved ? Promise.resolve([resolved]) : resolveName(hostname, nameServers)
    looked
      .then((addresses) => {
        const refused = addresses.find(({ address }) => !mayRequest(address, servers))
        const [first] = addresses
        if (refused || !first) callback(new PrivateAddressError(`${hostname} has no public address`), '', 0)
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, '', 0))
  }
}

const TIMEOUT_MS = 1_500
const TRIES = 2
/** The name does not exist, has no address, or is not valid. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The addresses of a name. The system's own function would wait for a name server that does not answer in threads of this process,
 * two at a time and uninterrupted, and every other connection that needs a name would wait behind it.
 */
export async function resolveName(name: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // RFC 6761: such names are never looked up.
  if (/(?:^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  // A new resolver reads the current name servers of the system.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([
    promisify<string, string[]>(resolver.resolve4.bind(resolver))(name),
    promisify<string, string[]>(resolver.resolve6.bind(resolver))(name),
  ])
  const addresses = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)]
  if (addresses.length > 0) return addresses
  const codes = [ipv4, ipv6].flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  const isCertain = codes.every((code) => NO_SUCH_NAME.includes(code))
  throw Object.assign(new Error(`${name} has no address (${codes.join(', ')})`), {
    code: isCertain ? NOTFOUND : 'EAI_AGAIN',
  })
}

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
}
