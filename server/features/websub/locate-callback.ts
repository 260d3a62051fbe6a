import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { limitKey } from '#server/platform/http/client-ip.ts'
import { resolveName } from '#server/platform/links/public-address.ts'
import { type ClientOptions, hostOf } from '#server/platform/links/public-request.ts'

/** The place where the server of a callback is now. */
export interface CallbackLocation {
  /** The network as limits count it: one IPv4 address, or a /64 network of IPv6. */
  network: string
  /** The address that has to be connected to, because the next answer of its name server may be another one. */
  resolved: LookupAddress
}

/** @throws why its name has no address */
export async function locateCallback(
  url: URL,
  { nameServers }: Pick<ClientOptions, 'nameServers'>,
): Promise<CallbackLocation> {
  const host = hostOf(url)
  const family = isIP(host)
  const [first] = family ? [{ address: host, family }] : await resolveName(host, nameServers)
  if (!first) throw new Error(`${host} has no address`)
  return { network: limitKey(first.address), resolved: first }
}
