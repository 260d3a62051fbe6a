import { meantAddresses } from '#core/domain/old-address.ts'
import { rewriteLinks } from '#core/markdown/source/replace-addresses.ts'

/** Of one text; others stay as they are, and are redirected. */
const MAX_LINKS = 2_000
const FRAGMENT = /^#[\w%.~-]{1,200}$/

interface OldPlace {
  /** Of the article whose text it is. Relative links are resolved against the first and the last, the path of its file. */
  oldAddresses: readonly string[]
  /** The names of the old site, such as `paper.example`; with and without `www.` is the same. */
  hosts: ReadonlySet<string>
}

/**
 * A Markdown text in which links to addresses of the old site lead to the articles that had them. `find` gets an address in its normal
 * form (core/domain/old-address.ts).
 */
export function relink(markdown: string, place: OldPlace, find: (address: string) => string | null): string {
  let links = 0
  return rewriteLinks(markdown, (link) => {
    if (++links > MAX_LINKS) return null
    for (const address of addressesOf(link, place)) {
      const path = find(address)
      const hash = /#.*$/s.exec(link)?.[0] ?? ''
      if (path !== null) return `${path}${FRAGMENT.test(hash) ? hash : ''}`
    }
    return null
  })
}

/** Lists the addresses that a link may mean, most likely first; nothing for one to another site, or to a place in its own text. */
function addressesOf(link: string, { oldAddresses, hosts }: OldPlace): string[] {
  if (link === '' || link.startsWith('#')) return []
  const bases = [...new Set([oldAddresses[0] ?? '/', oldAddresses.at(-1) ?? '/'])]
  return bases.flatMap((base) => {
    const url = URL.parse(link, URL.parse(base, 'https://old.invalid')?.href)
    if (!url || !/^https?:$/.test(url.protocol)) return []
    const isOld =
      url.host === 'old.invalid' ||
      [url.host, withoutWww(url.host), `www.${url.host}`].some((host) => hosts.has(host))
    return isOld ? meantAddresses(url.pathname + url.search) : []
  })
}

const withoutWww = (host: string) => host.replace(/^www\./, '')
