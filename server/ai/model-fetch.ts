import { describeRefusal } from '#server/ai/describe-refusal.ts'
import { addressOf, type ModelConnection } from '#server/ai/model-connection.ts'
import { ModelError, unusableAnswer } from '#server/ai/model-error.ts'

/** Far more than any model writes at once. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/**
 * `fetch` for the provider packages. It asks no other origin than the configured one, follows no redirect, reads a bounded number of
 * bytes, and returns nothing but a success: every other outcome is a ModelError.
 */
export function createModelFetch(connection: ModelConnection): typeof fetch {
  const { origin, host } = new URL(addressOf(connection))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError('A language model is asked at its own origin only')
    const headers = new Headers(init?.headers)
    // The packages send an empty one.
    if (!connection.key) for (const name of ['authorization', 'x-api-key']) headers.delete(name)
    try {
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      const body = await readBounded(response)
      if (!response.ok)
        throw describeRefusal(connection, { status: response.status, headers: response.headers, body })
      // The body says whether it is JSON; small servers forget the header.
      return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
    } catch (error) {
      // What was aborted says so by its signal.
      if (error instanceof ModelError || init?.signal?.aborted) throw error
      throw new ModelError('away', `${host} cannot be reached (${causeOf(error)}).`)
    }
  }
}

/** The bytes are counted after decompression, so that a small response cannot become a large one. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw unusableAnswer('the response is far too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The code of the system, such as ECONNREFUSED: messages of errors may quote what was sent. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' && /^[A-Z_]{3,40}$/.test(cause.code) ? cause.code : 'no connection'
}
