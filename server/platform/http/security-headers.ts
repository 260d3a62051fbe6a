import { createMiddleware } from 'hono/factory'

/** The headers of every response; a page has a content security policy of its own. */
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

/** The pages behind mailed links and preview links. Their URL contains a token, which must not leak through the Referer header. Pages
 * are found under their paths in capitals too. */
const WITH_TOKEN = /^\/+(preview|admin\/+(recovery|sign-in-link|invitation))\/*$/i

/** The pages of subscribers have forms. Without a referrer, browsers would send these as if from another site; this policy withholds it from other sites only. */
const WITH_TOKEN_AND_FORM = /^\/+(unsubscribe|confirm-subscription|newsletter\/+(preferences|erase))\/*$/i

/** Adds the headers to every response that does not set them itself. */
export function addSecurityHeaders(options: { https: boolean }) {
  const headers = Object.entries(securityHeaders(options))
  return createMiddleware(async (c, next) => {
    await next()
    // Set on the response itself: `c.header` would create a new response, and copy the body, for each header.
    const { res } = c
    for (const [name, value] of headers) if (!res.headers.has(name)) res.headers.set(name, value)
    if (WITH_TOKEN.test(c.req.path)) res.headers.set('referrer-policy', 'no-referrer')
    if (WITH_TOKEN_AND_FORM.test(c.req.path)) res.headers.set('referrer-policy', 'same-origin')
  })
}
