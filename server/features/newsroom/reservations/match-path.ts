/**
 * Tells whether a path is one of a pattern, as robots.txt and TDMRep write them: `*` stands for anything, and `$` at the end for the end
 * (RFC 9309, section 2.2.3). In linear time but for the search of each piece.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  let at = start.length
  const last = isWhole ? pieces.pop() : undefined
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Path and query of an address as patterns are compared with them. */
export const pathOf = ({ pathname, search }: URL): string => withOneEncoding(pathname + search)

/** Writes escapes in capitals, and escapes the characters that addresses escape. */
export function withOneEncoding(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
}
