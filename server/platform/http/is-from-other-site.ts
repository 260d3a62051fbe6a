import type { HeaderReader } from '#server/platform/http/header-reader.ts'

/**
 * Whether a page of another site had a browser send this request. It can neither send our headers nor read the response, but
 * would use up the attempts that the visitor's network address has. Every browser says so itself; other programs do not.
 */
export function isFromOtherSite(headers: HeaderReader): boolean {
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
