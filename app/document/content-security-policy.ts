import { hash } from 'node:crypto'

export type MayFrame = "'none'" | "'self'"

/**
 * The content security policy of a page: nothing from other origins but images, and only these inline scripts. It has their hashes
 * instead of a nonce, so that the same bytes can be sent to everyone. Inline styles are allowed for mails shown in the admin.
 * `mayFrame` says whose pages may show this one in a frame.
 */
export function contentSecurityPolicy(
  inlineScripts: Iterable<Buffer>,
  mayFrame: MayFrame = "'none'",
): string {
  const hashes = new Set(Array.from(inlineScripts, (code) => `'sha256-${hash('sha256', code, 'base64')}'`))
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayFrame}`,
  ].join('; ')
}
