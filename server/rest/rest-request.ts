/** A request to the data path, whether it came over a socket or from inside this process. */
export interface RestRequest {
  method: string
  /** Below /rest/v1, as it was sent. */
  path: string
  /** The query string without its question mark. */
  query: string
  header(name: string): string | null | undefined
  body: string
}

export interface RestAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}
