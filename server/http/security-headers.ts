import { createMiddleware } from 'hono/factory'

/** On every answer; a page's content security policy comes from where the page is rendered. */
export function securityHeaders(options: { https: boolean }) {
  return createMiddleware(async (c, next) => {
    await next()
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    c.header('x-frame-options', 'DENY')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (!c.res.headers.has('content-security-policy'))
      c.header('content-security-policy', "frame-ancestors 'none'")
    if (options.https) c.header('strict-transport-security', 'max-age=31536000')
  })
}
