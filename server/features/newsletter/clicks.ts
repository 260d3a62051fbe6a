import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Next } from 'hono/types'
import { isbot } from 'isbot'
import { newsletterClickPath } from '#core/paths.ts'
import type { SiteServices } from '#server/features/services.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'

/** User agents of mail scanners; `isbot` knows those of web crawlers. */
const MAIL_SCANNERS =
  /barracuda|mimecast|proofpoint|urldefense|symantec|trendmicro|fireeye|forcepoint|safelinks|safebrowsing|ironport|sophos|messagelabs|googleimageproxy|yahoomailproxy|outlook-?link/i

/**
 * GET /newsletter/go: redirects to the target of a link in a newsletter, and counts the click for that day, of a person or of a bot. Nothing
 * of the request is stored with it; the rate limit stores a hash of the client's address in another table, for an hour. An address
 * without a valid signature is passed on, to the page for missing addresses.
 */
export function createClickRedirect({
  sql,
  limits,
  clickLinks,
  siteUrl,
  trustProxy,
  log,
}: Pick<SiteServices, 'sql' | 'limits' | 'clickLinks' | 'siteUrl' | 'trustProxy' | 'log'>) {
  return async (c: Context<{ Bindings: RequestBindings }>, next: Next): Promise<Response | undefined> => {
    const click = clickLinks.read(new URL(c.req.url).searchParams)
    if (!click) {
      await next()
      return undefined
    }
    try {
      // A client above the rate limit is redirected, and not counted.
      if ((await limits.take('newsletter-click', clientIp(c, trustProxy))) === 0) {
        await sql`select private.count_newsletter_click(${click.issueId}, ${click.link}, ${click.target}, ${isBotRequest(c.req.raw)})`
      }
    } catch (error) {
      // The link works also while the database is unreachable.
      log.error('A click could not be counted', error)
    }
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-robots-tag', 'noindex')
    return c.redirect(click.target.startsWith('/') ? siteUrl + click.target : click.target, 302)
  }
}

/**
 * Tells whether a request for a link of a newsletter comes from a bot: it lacks headers that browsers send when a person follows a link.
 * Doubtful requests count as bots, so that the count of people is too low rather than too high.
 */
export function isBotRequest(request: Request): boolean {
  const header = (name: string) => request.headers.get(name) ?? ''
  const agent = header('user-agent')
  if (request.method !== 'GET') return true
  if (!agent.startsWith('Mozilla/5.0 (') || isbot(agent) || MAIL_SCANNERS.test(agent)) return true
  if (!header('accept').includes('text/html') || header('accept-language') === '') return true
  if (
    /prefetch|preview|prerender/i.test(`${header('purpose')} ${header('sec-purpose')} ${header('x-purpose')}`)
  ) {
    return true
  }
  // Browsers send these over HTTPS; bots that imitate the other headers often omit them or send other values.
  const [mode, destination] = [header('sec-fetch-mode'), header('sec-fetch-dest')]
  return (mode !== '' && mode !== 'navigate') || (destination !== '' && destination !== 'document')
}

interface Click {
  issueId: string
  /** The number of the link in its edition, from 1. */
  link: number
  /** The target: an address, or a path on our site. */
  target: string
}

/** The addresses that count a click and redirect: the same for all recipients, and only to signed targets. */
export interface ClickLinks {
  pathOf(click: Click): string
  /** The click of such an address; null when we have not signed it. */
  read(query: URLSearchParams): Click | null
}

const MAC_BYTES = 16
const MAX_TARGET_LENGTH = 2_000

/** The address contains the click and is signed with HMAC-SHA-256, so that nothing is stored and the links in test mails work. */
export function createClickLinks(jwtSecret: string): ClickLinks {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'clicks on links of newsletters', 32))
  const macOf = ({ issueId, link, target }: Click) =>
    createHmac('sha256', key).update(`${issueId}:${link}:${target}`).digest().subarray(0, MAC_BYTES)
  return {
    pathOf(click) {
      return newsletterClickPath({ ...click, signature: macOf(click).toString('base64url') })
    },
    read(query) {
      const [issueId = '', number = '', target = '', signature = ''] = ['i', 'l', 't', 's'].map(
        (name) => query.get(name) ?? '',
      )
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(issueId)) return null
      if (!/^[1-9]\d{0,3}$/.test(number) || !/^[\w-]{22}$/.test(signature)) return null
      if (target === '' || target.length > MAX_TARGET_LENGTH) return null
      const click = { issueId, link: Number(number), target }
      return timingSafeEqual(Buffer.from(signature, 'base64url'), macOf(click)) ? click : null
    },
  }
}
