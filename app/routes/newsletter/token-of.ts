/** The token of a mailed link; empty when there is none. */
export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? ''
}
