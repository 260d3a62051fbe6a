/** Nobody answered: the network, or the server, is away. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** When the server wants to be asked again, after it last said that there were too many requests or that it cannot answer. */
let retryAt = 0

/**
 * `fetch` for the official client. Its errors carry no headers, so `Retry-After` is kept here for whoever shows them; and
 * a browser names a missing answer like any fault of a program.
 */
export async function browserFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (error instanceof TypeError) throw new NoAnswerError('The server cannot be reached', { cause: error })
    throw error
  })
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get('retry-after'))
    retryAt = seconds > 0 ? Date.now() + seconds * 1000 : 0
  }
  return response
}

/** The whole seconds that are left to wait; 0 when nothing is known. */
export function secondsToRetry(): number {
  return Math.max(0, Math.ceil((retryAt - Date.now()) / 1000))
}
