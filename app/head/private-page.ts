/** The headers of a page behind a mailed link: no cache stores it, and no search engine lists it. */
export const PRIVATE_PAGE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
}
