import * as z from 'zod'
import { type LinkResult, MAX_LINK_LENGTH, MAX_LINKS_PER_CHECK } from '#core/domain/article-check.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { judgeOwnLink } from '#server/platform/links/own-links.ts'
import { answer, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'siteUrl' | 'anonymous' | 'links'>

/** Whether the pages exist that a text links to. Nothing of what other servers send is passed on. */
export const checkLinks = withBody(
  z.strictObject({
    urls: z.array(z.string().min(1).max(MAX_LINK_LENGTH)).min(1).max(MAX_LINKS_PER_CHECK),
  }),
  `Send an object with up to ${MAX_LINKS_PER_CHECK} addresses as urls.`,
  async (deps: Deps, { urls }, { userId }) =>
    answer({ results: await Promise.all([...new Set(urls)].map((url) => checkLink(deps, url, userId))) }),
)

async function checkLink(
  { siteUrl, anonymous, links }: Deps,
  url: string,
  userId: string,
): Promise<LinkResult> {
  const target = URL.parse(url, siteUrl)
  const unsure = { url, state: 'unsure', detail: 'other', article: null } as const
  if (!target) return { ...unsure, state: 'dead', detail: 'address' }
  if (target.origin === new URL(siteUrl).origin) {
    const own = await judgeOwnLink(anonymous, target)
    return own ? { url, ...own } : { ...unsure, state: 'ok', detail: '' }
  }
  if (!/^https?:$/.test(target.protocol)) return unsure
  return { url, ...(await links.check(target.href, userId)), article: null }
}
