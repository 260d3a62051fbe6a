import { type LookupAddress, NOTFOUND, Resolver } from 'node:dns'
import { promisify } from 'node:util'

const TIMEOUT_MS = 1_500
const TRIES = 2
/** There is no such name, it has no address, or it cannot be a name. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The addresses of a name. The system's own function would wait for a name server that does not answer in threads of this process,
 * two at a time and uninterrupted, and every other connection that needs a name would wait behind it.
 */
export async function resolveName(name: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // RFC 6761: such names are never asked for.
  if (/(?:^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  // A new one knows the name servers of this moment.
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
