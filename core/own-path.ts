/**
 * A path with its query and hash as an address of this site, whatever it begins with: for browsers `//`, `/\` and a tab between two slashes
 * are the beginning of another host. It is read by the parser that browsers use, behind a slash of its own. Its host means nothing.
 */
export function ownUrl(path: string): URL {
  const url = new URL(`http://path.invalid/${path}`)
  url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/** The same as a path. */
export const ownPath = (path: string): string => pathOf(ownUrl(path))

export const pathOf = ({ pathname, search, hash }: URL): string => pathname + search + hash
