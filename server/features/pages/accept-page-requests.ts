import { createMiddleware } from 'hono/factory'

/** The methods of pages; the router refuses POST where there is no action. */
const METHODS = ['GET', 'HEAD', 'POST']

/**
 * Refuses requests that cannot be for a page. The router would refuse them too, but would log a warning and a stack for each.
 */
export function acceptPageRequests({ siteUrl }: { siteUrl: string }) {
  return createMiddleware(async (c, next) => {
    const { method, url } = c.req
    if (!METHODS.includes(method)) return refuseMethod(METHODS)
    if (!isDecodable(new URL(url).pathname)) return c.text('This address is not valid.', 400)
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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
