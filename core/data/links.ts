import type { Client } from '#core/data/client.ts'
import { type LinkResult, MAX_LINK_LENGTH, MAX_LINKS_PER_CHECK } from '#core/domain/link-result.ts'

/** More links than a text has. */
const MAX_LINKS = 200

/** Whether the pages exist that a text links to; addresses that no server can be asked for are left out. */
export async function checkLinks(client: Client, addresses: readonly string[]): Promise<LinkResult[]> {
  const urls = addresses.filter(canBeAsked).slice(0, MAX_LINKS)
  const results: LinkResult[] = []
  for (let start = 0; start < urls.length; start += MAX_LINKS_PER_CHECK) {
    const { data, error } = await client.functions.invoke<{ results: LinkResult[] }>('check-links', {
      body: { urls: urls.slice(start, start + MAX_LINKS_PER_CHECK) },
    })
    if (error) throw error
    results.push(...(data?.results ?? []))
  }
  return results
}

/** Pages of other sites, and our own by their path. */
export function canBeAsked(address: string): boolean {
  return address.length <= MAX_LINK_LENGTH && /^(?:https?:\/\/|\/(?!\/))/i.test(address)
}
