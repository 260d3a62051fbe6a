import fresh from 'fresh'

/** Whether If-None-Match names this ETag. Cache-Control of the request is ignored, so that a reload can get a 304 too. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag })
}
