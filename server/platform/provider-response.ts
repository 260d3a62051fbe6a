import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

/** Reads a body up to a number of bytes, counted after decompression, so that a small response cannot become a large one; null when it is longer. */
export async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  return (await readBoundedBytes(response, maxBytes))?.toString('utf8') ?? null
}

/** Reads the response in the same way, as bytes. */
export async function readBoundedBytes(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The code of the system behind a failed `fetch`, such as ECONNREFUSED; null without one. */
export function networkErrorCode(error: unknown): string | null {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' && /^[A-Z_]{3,60}$/.test(cause.code) ? cause.code : null
}

/** The reason why a `fetch` failed, by its code alone: messages of errors may quote what was sent. */
export function networkFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'there was no answer in time'
  const code = networkErrorCode(error)
  return code === null ? 'there is no connection' : inPlainWords(Object.assign(new Error(code), { code }))
}

/** The longest time that a `retry-after` may name; a later date is taken for a mistake. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1000

/** The milliseconds to wait that a `retry-after` header names, in seconds or as a date (RFC 9110); null when it names none. */
export function readRetryAfter(header: string | null): number | null {
  if (!header) return null
  const ms = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null
}
