import { meantAddresses } from '#core/domain/old-address.ts'
import type { Language } from '#core/i18n/languages.ts'
import { rewriteLinks } from '#core/markdown/source/replace-addresses.ts'
import { articlePath } from '#core/paths.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Of one text; others stay as they are, and are redirected. */
const MAX_LINKS = 2_000
const FRAGMENT = /^#[\w%.~-]{1,200}$/

export interface OldPlace {
  /** Of the article whose text it is. Relative links are resolved against the first and the last, the path of its file. */
  oldAddresses: readonly string[]
  /** The names of the old site, such as `paper.example`; with and without `www.` is the same. */
  hosts: ReadonlySet<string>
}

/** A Markdown text in which links to addresses of the old site lead to the articles that had them, as far as those are stored. */
export async function relink(sql: Session, markdown: string, place: OldPlace): Promise<string> {
  const meant = new Map<string, string[]>()
  rewriteLinks(markdown, (link) => {
    const addresses = meant.size < MAX_LINKS && !meant.has(link) ? addressesOf(link, place) : []
    if (addresses.length > 0) meant.set(link, addresses)
    return null
  })
  if (meant.size === 0) return markdown
  const found = await sql<{ address: string; slug: string; language: Language }[]>`
    select address, slug, language
    from private.old_addresses join public.articles on articles.id = article_id
    where address = any (${[...new Set([...meant.values()].flat())]}::text[])`
  const articles = new Map(found.map(({ address, ...article }) => [address, articlePath(article)]))
  if (articles.size === 0) return markdown
  return rewriteLinks(markdown, (link) => {
    const address = meant.get(link)?.find((one) => articles.has(one))
    const hash = /#.*$/.exec(link)?.[0] ?? ''
    return address === undefined ? null : `${articles.get(address)}${FRAGMENT.test(hash) ? hash : ''}`
  })
}

/** What a link may mean, most likely first; nothing for one to another site, or to a place in its own text. */
function addressesOf(link: string, { oldAddresses, hosts }: OldPlace): string[] {
  if (link === '' || link.startsWith('#')) return []
  const bases = [...new Set([oldAddresses[0] ?? '/', oldAddresses.at(-1) ?? '/'])]
  return bases.flatMap((base) => {
    const url = URL.parse(link, URL.parse(base, 'https://old.invalid')?.href)
    if (!url || !/^https?:$/.test(url.protocol)) return []
    const isOld = url.host === 'old.invalid' || [url.host, withoutWww(url.host), `www.${url.host}`].some((host) => hosts.has(host))
    return isOld ? meantAddresses(url.pathname + url.search) : []
  })
}

const withoutWww = (host: string) => host.replace(/^www\./, '')
