/** What a page is answered with, whole. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}
