/** An address that may stand in a newsletter, or a path on our site; null for everything else. */
export function readAddress(value: string | null, protocols: readonly string[]): string | null {
  const address = (value ?? '').trim()
  if (/^\/(?![/\\])/.test(address)) return address
  const url = URL.parse(address)
  return url && protocols.includes(url.protocol) && !url.username && !url.password ? address : null
}
