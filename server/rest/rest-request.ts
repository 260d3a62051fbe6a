/** A request to `/rest/v1`, whether it came over a socket or from inside this process. */
export interface RestRequest {
  method: string
  /** The path below /rest/v1, not decoded. */
  path: string
  /** The query string without its question mark. */
  query: string
  header(name: string): string | null | undefined
  body: string
}

export interface RestResponse {
  status: number
  headers: Record<string, string>
  body: string | null
}
