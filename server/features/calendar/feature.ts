import type { Context } from 'hono'
import type { CalendarContent } from '#core/domain/calendar.ts'
import { etagOf, writeIcs } from '#server/features/calendar/write-ics.ts'
import type { Feature } from '#server/features/feature.ts'
import type { SiteServices } from '#server/features/services.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'

export const calendarFeature = {
  routes: (app, deps) => app.all(CALENDAR_PATHS, createCalendarFeed(deps)),
} satisfies Feature

/** The addresses of calendars; what else begins with it is nothing, so that no page sees a secret with a typing mistake. */
export const CALENDAR_PATHS = '/calendar/*'

const SECRET = /^\/calendar\/([0-9a-f]{64})\.ics$/
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/**
 * GET /calendar/SECRET.ics: the calendar of a person, for programs, with what that person may read now. An address that is unknown, was
 * revoked, or whose person has no role any more is answered alike.
 */
export function createCalendarFeed({
  sql,
  limits,
  settings,
  siteUrl,
  trustProxy,
}: Pick<SiteServices, 'sql' | 'limits' | 'settings' | 'siteUrl' | 'trustProxy'>) {
  return async (c: Context<{ Bindings: RequestBindings }>): Promise<Response> => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed', 405, { ...HEADERS, allow: 'GET, HEAD' })
    }
    const hash = hashToken(SECRET.exec(c.req.path)?.[1] ?? '')
    const waits = [
      await limits.take('calendar', clientIp(c, trustProxy)),
      await limits.take('one-calendar', hash),
    ]
    const wait = Math.max(...waits)
    if (wait > 0) return c.text('Too many requests', 429, { ...HEADERS, 'retry-after': String(wait) })

    const { newsletter_zone: zone, site_name: siteName } = settings.current()
    const [{ content }] = await sql<[{ content: CalendarContent | null }]>`
      select private.read_calendar_of_address(${hash}, ${zone}) as content`
    if (!content) return c.text('There is no such calendar.', 404, HEADERS)

    const ics = writeIcs({ siteName, siteUrl, items: content.items })
    const etag = etagOf(ics)
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, { ...HEADERS, etag })
    return c.body(ics, 200, {
      ...HEADERS,
      etag,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
    })
  }
}
