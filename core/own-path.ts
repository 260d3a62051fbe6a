/** What of an address is used here: its path, and what is behind that. */
interface PathOfAddress {
  pathname: string
  search?: string
  hash?: string
}

/**
 * The path of an address as one of this site, whatever it begins with: for browsers `//`, `/\` and a tab between two slashes are the
 * beginning of another host.
 */
export function ownPath({ pathname, search = '', hash = '' }: PathOfAddress): string {
  return `/${pathname.replace(/^[\\/\s]+/, '')}${search}${hash}`
}
