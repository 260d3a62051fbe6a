import { createMiddleware } from 'hono/factory'
import { DEFAULT_LANGUAGE, localizedPath } from '#core/i18n/languages.ts'
import { ownPath } from '#core/own-path.ts'

/** The methods of pages; the router refuses POST where there is no action. */
const METHODS = ['GET', 'HEAD', 'POST']
/** Quick to test, because every request is tested, and hardly any names English. */
const LANG_EN = /[?&]lang=en(?:&|$)/

/**
 * Refuses requests that cannot be for a page. The router would refuse them too, but would log a warning and a stack for each.
 */
export function acceptPageRequests({ siteUrl }: { siteUrl: string }) {
  return createMiddleware(async (c, next) => {
    const { method, url } = c.req
    if (!METHODS.includes(method)) return refuseMethod(METHODS)
    const address = new URL(url)
    if (!isDecodable(address.pathname)) return c.text('This address is not valid.', 400)
    // React Router would answer with the data of a page, which no page has.
    if (address.pathname.endsWith('.data'))
      return c.text('Not found\n', 404, { 'cache-control': 'private, no-cache' })
    // In links and forms that lead back to the page it would be another host.
    if (address.pathname.startsWith('//')) return c.redirect(siteUrl + ownPath(address), 308)
    const origin = c.req.header('origin')
    if (method === 'POST' && origin !== undefined && origin !== siteUrl) {
      return c.text('This form was sent from another site.', 403)
    }
    return next()
  })
}

export function refuseMethod(allowed: string[]): Response {
  const headers = { allow: allowed.join(', '), 'content-type': 'text/plain; charset=utf-8' }
  return new Response('This address does not take such requests.', { status: 405, headers })
}

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Tells whether an address names the language that addresses have without naming it. */
export function namesDefaultLanguage(pathAndQuery: string): boolean {
  return LANG_EN.test(pathAndQuery)
}

/**
 * Redirects from an address that names English to the one without it. A browser that opens a page gets the page: its boot
 * script stores the language as the reader's choice, which it could not read after a redirect, and shortens the address itself.
 */
export function redirectDefaultLanguage({ siteUrl }: { siteUrl: string }) {
  return createMiddleware(async (c, next) => {
    const { method } = c.req
    const { pathname, search, searchParams } = new URL(c.req.url)
    const isRedirected =
      (method === 'GET' || method === 'HEAD') &&
      namesDefaultLanguage(search) &&
      searchParams.get('lang') === DEFAULT_LANGUAGE &&
      !pathname.startsWith('/admin')
    if (!isRedirected) return next()
    if (c.req.header('sec-fetch-mode') === 'navigate') {
      await next()
      return c.header('vary', 'sec-fetch-mode', { append: true })
    }
    c.header('cache-control', 'no-cache')
    c.header('vary', 'accept, sec-fetch-mode')
    return c.redirect(siteUrl + localizedPath(pathname + search, DEFAULT_LANGUAGE), 301)
  })
}
