import type { Client } from '#core/data/client.ts'
import type { CheckOverride } from '#core/domain/article-check.ts'
import { type LinkResult, MAX_LINK_LENGTH, MAX_LINKS_PER_CHECK } from '#core/domain/article-check.ts'

export async function listCheckOverrides(client: Client, articleId: string): Promise<CheckOverride[]> {
  const { data } = await client
    .from('article_check_overrides')
    .select('*')
    .eq('article_id', articleId)
    .order('finding')
    .throwOnError()
  return data
}

/** Accepts a finding, or gives another reason for it. */
export async function overrideFinding(
  client: Client,
  override: Pick<CheckOverride, 'article_id' | 'finding' | 'reason'>,
): Promise<void> {
  await client.from('article_check_overrides').upsert(override).throwOnError()
}

export async function withdrawOverride(client: Client, articleId: string, finding: string): Promise<void> {
  await client
    .from('article_check_overrides')
    .delete()
    .eq('article_id', articleId)
    .eq('finding', finding)
    .throwOnError()
}

/** More links than a text has. */
const MAX_LINKS = 200

/** Checks whether the pages exist to which a text links; addresses that no server can be asked for are left out. */
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
