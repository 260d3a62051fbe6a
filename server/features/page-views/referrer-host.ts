import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * The host of a referring page, without `www.`, and nothing else of its address; null for what is no page of a public host: programs,
 * addresses of machines, and what cannot be read.
 */
export function referrerHost(referrer: string): string | null {
  const url = URL.canParse(referrer) ? new URL(referrer) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const host = domainToASCII(url.hostname)
    .replace(/\.$/, '')
    .replace(/^www\./, '')
  return isIP(host) === 0 && HOST.test(host) ? host : null
}
