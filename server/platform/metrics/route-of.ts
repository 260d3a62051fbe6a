/** By the first segment of the path. There are few labels, whatever is requested. */
const BY_FIRST_SEGMENT = new Map([
  ['', 'home'],
  ['article', 'article'],
  ['author', 'page'],
  ['assets', 'asset'],
  ['fonts', 'asset'],
  ['images', 'image'],
  ['share', 'image'],
  ['icons', 'image'],
  ['look', 'image'],
  ['demo', 'image'],
  ['feeds', 'feed'],
  ['sitemaps', 'feed'],
  ['sitemap.xml', 'feed'],
  ['news-sitemap.xml', 'feed'],
  ['robots.txt', 'feed'],
  ['llms.txt', 'feed'],
  ['rest', 'rest'],
  ['auth', 'auth'],
  ['storage', 'storage'],
  ['functions', 'functions'],
  ['realtime', 'realtime'],
  ['admin', 'admin'],
  ['search', 'search'],
  ['newsletter', 'newsletter'],
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['metrics', 'health'],
])

/** The kind of an address, for the labels of metrics; `address` is a path, with or without a query. */
export function routeOf(address: string): string {
  const [, first = ''] = /^\/([^/?#]*)/.exec(address) ?? []
  return BY_FIRST_SEGMENT.get(first) ?? 'page'
}
