import { addressOf, type ModelConnection } from '#server/ai/model-connection.ts'
import { ModelError } from '#server/ai/model-error.ts'

/** The longest time that a `retry-after` may name; a later date is taken for a mistake. */
const RETRY_AFTER_MAX_SECONDS = 24 * 3600

/** The error for a response that is no success. Its body is only searched, never quoted. */
export function describeRefusal(
  connection: ModelConnection,
  { status, headers, body }: { status: number; headers: Headers; body: string },
): ModelError {
  const { model, from } = connection
  const host = new URL(addressOf(connection)).host
  const says = (pattern: RegExp) => pattern.test(body)
  const isAboutModel =
    says(/model/i) && says(/not[_ ]found|does not exist|(?:no such|unknown|invalid) model/i)

  if (status >= 300 && status < 400)
    return new ModelError(
      'wrong_address',
      `${host} redirects to another address. Set that address itself, so that the key goes nowhere else.`,
    )
  if (status === 402 || says(/insufficient_quota|credit balance is too low/))
    return new ModelError('no_credit', `The account at ${host} has no credit left.`)
  if (status === 401 || status === 403) {
    const where = from === 'environment' ? 'AI_API_KEY' : 'it in Settings → Language model'
    return new ModelError('key_refused', `${host} refused the API key. Check ${where}.`)
  }
  if (
    (status === 404 || status === 400 || status === 422) &&
    isAboutModel &&
    body.trimStart().startsWith('{')
  )
    return new ModelError('unknown_model', `${host} does not know the model “${model}”.`)
  if (status === 404 || status === 405)
    return new ModelError(
      'wrong_address',
      `There is no language model at this address of ${host}. It usually ends in /v1.`,
    )
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'))
  if (status === 429)
    return new ModelError('too_many_requests', `${host} has had too many requests for now.`, {
      retryAfterSeconds,
    })
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return new ModelError('away', `${host} has a problem of its own (status ${status}).`, {
      retryAfterSeconds,
    })
  return new ModelError('request_refused', `${host} refused the request (status ${status}).`)
}

/** Seconds, or a date, as RFC 9110 has it. */
export function readRetryAfter(value: string | null, now = Date.now()): number | null {
  if (!value) return null
  const seconds = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_SECONDS) : null
}
