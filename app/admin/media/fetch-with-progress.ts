import { createClient } from '@supabase/supabase-js'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { readPublishableKey } from '#app/browser-client.ts'
import { NoResponseError, rememberRetryAfter } from '#app/browser-fetch.ts'
import type { Client } from '#core/data/client.ts'

export interface ProgressOptions {
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called when the server is busy, with the seconds after which the file is sent again. */
  onWait?: ((seconds: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * A client for one upload in the session of `client`, because the official client cannot report the progress of a request.
 * @throws Refusal when there is no session
 */
export async function clientWithProgress(client: Client, options: ProgressOptions): Promise<Client> {
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token
  if (!token) throw new Refusal('session_not_found')
  return createClient(window.location.origin, readPublishableKey(), {
    accessToken: async () => token,
    global: { fetch: fetchWithProgress(options) },
  }) as Client
}

/**
 * A `fetch` that reports how much of a body has been sent, which the `fetch` of browsers does not. It sends the request of the
 * client unchanged.
 */
function fetchWithProgress({ onProgress, signal }: ProgressOptions): typeof fetch {
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
      request.onload = () => {
        const response = responseOf(request)
        rememberRetryAfter(response)
        resolve(response)
      }
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
