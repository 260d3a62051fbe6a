/** The headers of a page behind a mailed link: no cache stores it, and no search engine lists it. */
export const PRIVATE_PAGE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
}

/** Only the site itself may frame it, to show it at the width of a phone or on the desk. Nothing stores it, and no search engine lists it. */
export const PREVIEW_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'SAMEORIGIN',
}
