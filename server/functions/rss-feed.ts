import type { Context } from 'hono'
import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'
import { rssPath } from '#core/paths.ts'
import type { Services } from '#server/services.ts'

/** Fetches a page of the site inside this process, from the page cache when it is there. */
export type FetchPage = (request: Request) => Response | Promise<Response>

/** The headers that decide on the encoding and on 304; credentials and all others are not passed on. */
const PASSED_ON = ['accept-encoding', 'if-none-match']

/** GET /functions/v1/rss-feed?lang=de: the feed of a language, byte for byte as at its own address. */
export function createRssFeed({ fetchPage, siteUrl }: Pick<Services, 'siteUrl'> & { fetchPage: FetchPage }) {
  return async (c: Context): Promise<Response> => {
    const language = c.req.query('lang') ?? DEFAULT_LANGUAGE
    if (!isLanguage(language)) return c.json({ error: 'There is no feed in this language.' }, 404)
    const headers = new Headers()
    for (const name of PASSED_ON) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    return fetchPage(new Request(siteUrl + rssPath(language), { method: c.req.method, headers }))
  }
}
