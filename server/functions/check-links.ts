import type { Context } from 'hono'
import * as z from 'zod'
import type { Client } from '#core/data/client.ts'
import { type LinkResult, MAX_LINK_LENGTH, MAX_LINKS_PER_CHECK } from '#core/domain/link-result.ts'
import type { LinkChecker } from '#server/links/link-checker.ts'
import { judgeOwnLink } from '#server/links/own-links.ts'
import { isAdministrator } from '#server/rest/is-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const input = z.strictObject({
  urls: z.array(z.string().min(1).max(MAX_LINK_LENGTH)).min(1).max(MAX_LINKS_PER_CHECK),
})

export interface CheckLinksDeps
  extends Pick<SiteServices, 'limits' | 'identify' | 'siteUrl' | 'requestPools'> {
  /** Reads what readers may. */
  anonymous: Client
  links: LinkChecker
}

/** POST /functions/v1/check-links: whether the pages exist that a text links to. Nothing of what other servers send is passed on. */
export function createCheckLinks(deps: CheckLinksDeps) {
  return async (c: Context): Promise<Response> => {
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind !== 'user') {
      c.header('www-authenticate', 'Bearer')
      return c.json({ error: 'Sign in as an administrator first.' }, 401)
    }
    const wait = await deps.limits.take('link-check', caller.userId)
    if (wait > 0) {
      c.header('retry-after', String(wait))
      return c.json({ error: 'Too many links are being checked. Please try again later.' }, 429)
    }
    if (!(await isAdministrator(deps.requestPools, caller))) {
      return c.json({ error: 'Only administrators can check links.' }, 403)
    }
    // A form of another site cannot send this type without a preflight request.
    if (!/^application\/json *(;|$)/i.test(c.req.header('content-type') ?? '')) {
      return c.json({ error: 'Send the request as application/json.' }, 415)
    }
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ error: `Send an object with up to ${MAX_LINKS_PER_CHECK} addresses as urls.` }, 400)

    const urls = [...new Set(parsed.data.urls)]
    return c.json({ results: await Promise.all(urls.map((url) => checkLink(deps, url, caller.userId))) })
  }
}

async function checkLink(
  { siteUrl, anonymous, links }: CheckLinksDeps,
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
