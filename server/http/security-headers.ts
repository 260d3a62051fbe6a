import { createMiddleware } from 'hono/factory'

/** What every answer carries; a page adds its own content security policy. */
export function securityHeaders(options: { https: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'content-security-policy': "frame-ancestors 'none'",
    ...(options.https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Pages of mailed links, whose address holds a token. It stays in it, and is told to nobody. */
const WITH_TOKEN = /^\/admin\/(recovery|sign-in-link|invitation)(\/|\.data)?$/

/** Puts them on every answer that does not say otherwise. */
export function addSecurityHeaders(options: { https: boolean }) {
  const headers = Object.entries(securityHeaders(options))
  return createMiddleware(async (c, next) => {
    await next()
    // Set on the answer that there is: the context would make another, and copy its body, for each of them.
    const { res } = c
    for (const [name, value] of headers) if (!res.headers.has(name)) res.headers.set(name, value)
    if (WITH_TOKEN.test(c.req.path)) res.headers.set('referrer-policy', 'no-referrer')
  })
}
