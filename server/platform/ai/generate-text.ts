import type { LanguageModelV4 } from '@ai-sdk/provider'
import { addressOf, type ModelConnection } from '#server/platform/ai/ai-settings.ts'
import {
  abortedError,
  estimateTokens,
  ModelError,
  type TokenUsage,
  unusableAnswer,
} from '#server/platform/ai/model-error.ts'
import { networkFailure, readBounded, readRetryAfter } from '#server/platform/provider-response.ts'

/** Far more than a model writes in one response. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** The highest plausible count for one request: ten times the context of the largest models. */
const MOST_TOKENS = 10_000_000

export interface Prompt {
  system: string
  message: string
  maxOutputTokens?: number | undefined
}

interface GeneratedText {
  text: string
  usage: TokenUsage
  /** True if the model stopped at the limit of output tokens. */
  isCut: boolean
}

/**
 * Asks a model once.
 * @throws ModelError
 */
export async function generateText(
  connection: ModelConnection,
  prompt: Prompt,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<GeneratedText> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const model = await openModel(connection)
    const { content, finishReason, usage } = await model.doGenerate({
      prompt: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: [{ type: 'text', text: prompt.message }] },
      ],
      // Compatible servers differ in the response formats that they support.
      ...(connection.provider === 'openai' && { responseFormat: { type: 'json' } }),
      ...(prompt.maxOutputTokens && { maxOutputTokens: prompt.maxOutputTokens }),
      abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    return {
      text,
      usage: {
        inputTokens: countOf(usage.inputTokens.total, prompt.system.length + prompt.message.length),
        outputTokens: countOf(usage.outputTokens.total, text.length),
      },
      isCut: finishReason.unified === 'length',
    }
  } catch (error) {
    if (signal?.aborted) throw abortedError()
    const { host } = new URL(addressOf(connection))
    if (timeout.aborted)
      throw new ModelError('away', `${host} gave no answer within ${Math.ceil(timeoutMs / 1000)} seconds.`)
    if (error instanceof ModelError) throw error
    // Errors of the packages contain the request, so that they are not passed on.
    throw unusableAnswer('the response is not that of a language model.')
  }
}

/** The packages are loaded with the first request, because most processes never need them. */
async function openModel(connection: ModelConnection): Promise<LanguageModelV4> {
  const { provider, model, key } = connection
  // Always set, because the packages would read environment variables otherwise.
  const options = { baseURL: addressOf(connection), apiKey: key ?? '', fetch: createModelFetch(connection) }
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).chat(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options).messages(model)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...options, name: 'compatible' }).chatModel(model)
    }
  }
}

/** The count of a server, or an estimate for an implausible one, which would use up the budget. */
function countOf(counted: number | undefined, characters: number): number {
  const isPlausible = Number.isSafeInteger(counted) && Number(counted) >= 0 && Number(counted) <= MOST_TOKENS
  return isPlausible ? Number(counted) : estimateTokens(characters)
}

/**
 * A `fetch` for the provider packages. It only requests the configured origin, follows no redirects, limits the size of responses, and
 * throws a ModelError for everything but a success.
 */
function createModelFetch(connection: ModelConnection): typeof fetch {
  const { origin, host } = new URL(addressOf(connection))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError('A language model is asked at its own origin only')
    const headers = new Headers(init?.headers)
    // The packages send an empty key.
    if (!connection.key) for (const name of ['authorization', 'x-api-key']) headers.delete(name)
    try {
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      const body = await readBounded(response, MAX_RESPONSE_BYTES)
      if (body === null) throw unusableAnswer('the response is far too long.')
      if (!response.ok)
        throw describeRefusal(connection, { status: response.status, headers: response.headers, body })
      // Small servers omit the header.
      return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
    } catch (error) {
      // An aborted request is recognised by its signal.
      if (error instanceof ModelError || init?.signal?.aborted) throw error
      throw new ModelError('away', `${host} cannot be reached: ${networkFailure(error)}.`)
    }
  }
}

/** The error for an unsuccessful response. Its body is searched, but never quoted. */
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
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000)
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
