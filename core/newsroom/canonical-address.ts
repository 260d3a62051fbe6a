/** Parameters that tell a publication the origin of a reader, and change nothing in the page. */
const TRACKING =
  /^(?:utm_|at_(?:medium|campaign|custom|link|format|bbc|ptr)|ns_|guce_|pk_|mtm_|piwik_|hsa_|vero_|oly_|_hs|(?:fbclid|gclid|dclid|gclsrc|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|mkt_tok|ocid|cmpid|cmp|cid|ftag|guccounter|xtor|wt[._]mc(?:_id)?|wt_zmc|traffic_source|smid|sr_share|__twitter_impression|amp)$)/i
/** Parameters that do so only with these values. */
const SOURCES =
  /^(?:ref|source|src|from|partner|via|feed|outputtype):(?:rss|rss2|feed|atom|amp|newsletter)?$/i
const MAX_LENGTH = 2000

/**
 * The canonical form of an address for comparisons: two that differ only in insignificant parts are equal. It is not for requests. Null for
 * a text that is not an address of the web, or is too long.
 */
export function canonicalAddress(written: string): string | null {
  const url = URL.parse(written.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  // The one character that a parsed host may have and no address of the database can.
  if (url.host.includes('"')) return null
  const host = url.host.replace(/^(?:www|amp|m|mobile)\.(?=[^.]+\.)/, '').replace(/\.(?=$|:)/, '')
  const path = unescaped(url.pathname)
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/amp\/?$/i, '')
    .replace(/\/$/, '')
  const kept = [...url.searchParams].filter(
    ([name, value]) => !TRACKING.test(name) && !SOURCES.test(`${name}:${value}`),
  )
  const query = kept
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const address = `https://${host}${path}${query && `?${query}`}`
  return address.length <= MAX_LENGTH ? address : null
}

/** Removes escapes of characters that need none (RFC 3986, section 6.2.2.2). */
function unescaped(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (code, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })
}
