import type { Context } from 'hono'
import type { Next } from 'hono/types'
import { isbot } from 'isbot'
import type { SiteServices } from '#server/features/services.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'

/** Programs that read mail before people do, and name themselves; `isbot` knows those that read the web. */
const MAIL_SCANNERS =
  /barracuda|mimecast|proofpoint|urldefense|symantec|trendmicro|fireeye|forcepoint|safelinks|safebrowsing|ironport|sophos|messagelabs|googleimageproxy|yahoomailproxy|outlook-?link/i

/**
 * GET /newsletter/go: leads to the page behind a link of a newsletter, and counts that on that day one more person, or program, followed
 * it. Nothing of the request is stored with it; the count of an address, which bounds how often it counts, is a hash in another table,
 * and forgets within an hour. An address that we have not signed is a page that does not exist.
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
      // Whoever has used up the count is led on, and not counted.
      if ((await limits.take('newsletter-click', clientIp(c, trustProxy))) === 0) {
        await sql`select private.count_newsletter_click(${click.issueId}, ${click.link}, ${click.target}, ${isBotRequest(c.req.raw)})`
      }
    } catch (error) {
      // The link works also while the database is away.
      log.error('A click could not be counted', error)
    }
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-robots-tag', 'noindex')
    return c.redirect(click.target.startsWith('/') ? siteUrl + click.target : click.target, 302)
  }
}

/**
 * Whether a request on a link of a newsletter is a program's: all that do not send what the browsers of people send when somebody
 * follows a link. In doubt it is one, so that the count of people is too low rather than too high.
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
  // Browsers send these over HTTPS; a program that has the rest of a browser's headers often forgets them or has others.
  const [mode, destination] = [header('sec-fetch-mode'), header('sec-fetch-dest')]
  return (mode !== '' && mode !== 'navigate') || (destination !== '' && destination !== 'document')
}
