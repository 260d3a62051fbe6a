/** The first parts of our own paths, which neither a section nor a page can have. `private.is_reserved_address` has the same. */
export const RESERVED_ADDRESSES: ReadonlySet<string> = new Set(
  (
    'about activitypub admin article assets auth author calendar confirm-subscription contact corrections demo disclaimer feeds functions graphql ' +
    'healthz images mcp newsletter pg preview privacy readyz realtime rest saved search share sitemaps storage subscribe terms unsubscribe websub'
  ).split(' '),
)
