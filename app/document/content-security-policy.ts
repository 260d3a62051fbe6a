import { hash } from 'node:crypto'

/**
 * What a page may load and run: nothing from elsewhere but pictures, and of inline scripts only these, named by their
 * hashes, so that the same bytes can be sent to everyone. Style attributes are allowed for mails shown in the admin.
 */
export function contentSecurityPolicy(inlineScripts: Iterable<Buffer>): string {
  const hashes = new Set(Array.from(inlineScripts, (code) => `'sha256-${hash('sha256', code, 'base64')}'`))
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
