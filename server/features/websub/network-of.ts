import { isIP } from 'node:net'
import { limitKey } from '#server/platform/http/client-ip.ts'
import { resolveName } from '#server/platform/links/public-address.ts'
import { type ClientOptions, hostOf } from '#server/platform/links/public-request.ts'

/** The address of a server now, as limits count it: one IPv4 address, or a /64 network of IPv6. */
export async function networkOf(
  url: URL,
  { nameServers }: Pick<ClientOptions, 'nameServers'>,
): Promise<string> {
  const host = hostOf(url)
  if (isIP(host)) return limitKey(host)
  const [first] = await resolveName(host, nameServers)
  return limitKey(first?.address ?? host)
}
