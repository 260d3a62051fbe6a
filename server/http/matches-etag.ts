import fresh from 'fresh'

/** Whether If-None-Match names this variant. What else a request says of caches, as on a reload, changes nothing. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag })
}
