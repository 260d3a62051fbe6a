/** There was no response, because the network or the server is down. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** The time from the last `Retry-After`, in milliseconds. */
let retryAt = 0

/**
 * `fetch` for the official client. The client's errors have no headers, so `Retry-After` is stored here. Without a response
 * browsers throw a TypeError, like for any bug, so that gets a class of its own.
 */
export async function browserFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (error instanceof TypeError)
      throw new NoResponseError('The server cannot be reached', { cause: error })
    throw error
  })
  rememberRetryAfter(response)
  return response
}

export function rememberRetryAfter({ status, headers }: Response): void {
  if (status !== 429 && status !== 503) return
  const seconds = Number(headers.get('retry-after'))
  retryAt = seconds > 0 ? Date.now() + seconds * 1000 : 0
}

/** The seconds left of the last `Retry-After`; 0 without one. */
export function secondsToRetry(): number {
  return Math.max(0, Math.ceil((retryAt - Date.now()) / 1000))
}
