import type { Context } from 'hono'
import type { Next } from 'hono/types'
import { clientIp, type RequestBindings } from '#server/http/client-ip.ts'
import { isScanner } from '#server/newsletter/clicks/is-scanner.ts'
import type { SiteServices } from '#server/services.ts'

/**
 * GET /newsletter/go: leads to the page behind a link of a newsletter, and counts that on that day one more person, or program, followed
 * it. Nothing of the request is stored with it; the count of an address, which bounds how often it counts, is a hash in another table,
 * and forgets within an hour. An address that we have not signed is a page that does not exist.
 */
export function createFollowClick({
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
        await sql`select private.count_newsletter_click(${click.issueId}, ${click.link}, ${click.target}, ${isScanner(c.req.raw)})`
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
