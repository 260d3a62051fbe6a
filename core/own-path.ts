/**
 * A path with its query and hash as one of this site, whatever it begins with: for browsers `//`, `/\` and a tab between two slashes are the
 * beginning of another host. It is read by the parser that browsers use, behind a slash of its own.
 */
export function ownPath(path: string): string {
  const { pathname, search, hash } = new URL(`http://path.invalid/${path}`)
  return pathname.replace(/^\/+/, '/') + search + hash
}
