/** The whole response for a page. */
export interface PageResponse {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}
