import { createMiddleware } from 'hono/factory'
import { DEFAULT_LANGUAGE, localizedPath } from '#core/i18n/languages.ts'

/** Quick to test, because every request is tested, and hardly any names English. */
const NAMES_ENGLISH = /[?&]lang=en(?:&|$)/

/** Whether an address names the language that addresses have without naming it. */
export function namesEnglish(pathAndQuery: string): boolean {
  return NAMES_ENGLISH.test(pathAndQuery)
}

/**
 * Redirects from an address that names English to the one without it. A browser that opens a page gets the page: its boot
 * script stores the language as the reader's choice, which it could not read after a redirect, and shortens the address itself.
 */
export function leaveOutEnglish({ siteUrl }: { siteUrl: string }) {
  return createMiddleware(async (c, next) => {
    const { method } = c.req
    const { pathname, search, searchParams } = new URL(c.req.url)
    const isAsked =
      (method === 'GET' || method === 'HEAD') &&
      namesEnglish(search) &&
      searchParams.get('lang') === DEFAULT_LANGUAGE &&
      c.req.header('sec-fetch-mode') !== 'navigate' &&
      !pathname.startsWith('/admin') &&
      !pathname.endsWith('.data')
    if (!isAsked) return next()
    c.header('cache-control', 'no-cache')
    c.header('vary', 'sec-fetch-mode')
    return c.redirect(siteUrl + localizedPath(pathname + search, DEFAULT_LANGUAGE), 301)
  })
}
