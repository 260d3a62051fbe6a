import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { resolveName } from '#server/platform/links/resolve-name.ts'

/** The server may not be asked, because its address is not one of the public internet. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  readonly code = 'EPRIVATE'
}

/** Whether somebody else's server can have this address; `allowed` are exceptions for tests. */
export function isPublicAddress(text: string, allowed: readonly string[] = []): boolean {
  if (allowed.includes(text)) return true
  if (!ipaddr.isValid(text)) return false
  // IPv4 addresses that are written as IPv6, or reached through a translator or tunnel, count as what they stand for.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !isMetadata(address)
  return address.range() === 'unicast' && !ANY_TUNNEL.some((network) => address.match(network))
}

/** Networks of IPv6 in which an IPv4 address of any kind can be hidden: 6to4, Teredo, NAT64, IPv4-compatible, site-local. */
const ANY_TUNNEL = ['2002::/16', '2001::/32', '64:ff9b::/96', '64:ff9b:1::/48', '::/96', 'fec0::/10'].map(
  (network) => ipaddr.IPv6.parseCIDR(network),
)
/** Metadata of clouds that are in public ranges; the usual one is link-local. */
const METADATA = ['100.100.100.200', '168.63.129.16', '192.0.0.192']

const isMetadata = (address: ipaddr.IPv4) => METADATA.includes(address.toString())

/**
 * Resolves names for sockets: the address that was judged is the one that is connected to. A name with one private address is
 * refused, whatever its others are.
 */
export function publicLookup(allowed: readonly string[], nameServers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, nameServers)
      .then((addresses) => {
        const refused = addresses.find(({ address }) => !isPublicAddress(address, allowed))
        const [first] = addresses
        if (refused || !first) callback(new PrivateAddressError(`${hostname} has no public address`), '', 0)
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, '', 0))
  }
}
