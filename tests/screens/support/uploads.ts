/** Takes the place of `XMLHttpRequest`, by which the desk uploads files, and sends through `fetch`, which each screen answers. */
export function openUploads(): void {
  globalThis.XMLHttpRequest = UploadRequest as unknown as typeof XMLHttpRequest
}

class UploadRequest {
  upload = { onprogress: null }
  status = 0
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  private readonly controller = new AbortController()
  private readonly sent = new Headers()
  private received = new Headers()
  private method = ''
  private url = ''

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.sent.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return this.received.get(name)
  }

  abort(): void {
    this.controller.abort()
    this.onabort?.()
  }

  send(body: BodyInit): void {
    const { signal } = this.controller
    const request = { method: this.method, headers: this.sent, body, signal }
    void fetch(this.url, request)
      .then(async (response) => {
        this.responseText = await response.text()
        this.status = response.status
        this.received = response.headers
        this.onload?.()
      })
      .catch(() => signal.aborted || this.onerror?.())
  }
}
