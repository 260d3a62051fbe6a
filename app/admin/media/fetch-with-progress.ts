import { NoResponseError } from '#app/browser-fetch.ts'

interface ProgressOptions {
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * A `fetch` for the official client that tells how much of a body has been sent, which no browser's own `fetch` does. It sends the
 * client's request unchanged.
 */
export function fetchWithProgress({ onProgress, signal }: ProgressOptions): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : String(input))
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress?.(loaded / total)
      }
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new NoResponseError('The server cannot be reached'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
