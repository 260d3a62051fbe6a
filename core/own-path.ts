/**
 * The path of an address as one of this site, with its query and hash, whatever it begins with: for browsers `//`, `/\` and a tab between
 * two slashes are the beginning of another host.
 */
export function ownPath({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  return `/${pathname.replace(/^[\\/\s]+/, '')}${search}${hash}`
}
