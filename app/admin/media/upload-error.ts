/** An image that was refused, by this page or by the server. */
export class UploadError extends Error {
  override name = 'UploadError'
  /** The server's code, `not_an_image` or `too_large`. */
  readonly code: string
  /** The HTTP status that the server meant; 0 when it was not asked. */
  readonly status: number

  constructor(code: string, status = 0) {
    super(code)
    this.code = code
    this.status = status
  }
}
