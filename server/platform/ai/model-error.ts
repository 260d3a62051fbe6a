import { setTimeout as delay } from 'node:timers/promises'

type ModelErrorCode =
  | 'not_configured'
  | 'paused_by_budget'
  | 'key_unreadable'
  | 'key_refused'
  | 'no_credit'
  | 'unknown_model'
  | 'wrong_address'
  /** The server refuses this request, and would refuse it again. */
  | 'request_refused'
  | 'too_many_requests'
  /** Unreachable, broken, or too slow. */
  | 'away'
  | 'answer_unusable'
  | 'aborted'

interface ModelErrorDetails {
  retryAfterSeconds?: number | null
  /** The problem of an answer, in words that the model can be told. */
  problem?: string
}

/** The reason why a model gave no answer. The message is a sentence for editors, and contains neither the key nor anything received. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly code: ModelErrorCode
  readonly retryAfterSeconds: number | null
  readonly problem: string | null
  /** The tokens of an unusable answer. */
  usage: TokenUsage | null = null

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(message)
    this.code = code
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.problem = details.problem ?? null
  }

  /** True if the same request may succeed later without any change. */
  get isTemporary(): boolean {
    return this.code === 'too_many_requests' || this.code === 'away'
  }

  /** True if no request would get an answer: the server is unreachable, is not one of a language model, or rejects all requests. */
  get isOfServer(): boolean {
    const { code, usage } = this
    return OF_SERVER.has(code) || (code === 'answer_unusable' && usage === null)
  }
}

const OF_SERVER = new Set<ModelErrorCode>([
  'away',
  'too_many_requests',
  'key_refused',
  'no_credit',
  'unknown_model',
  'wrong_address',
])

export const abortedError = () =>
  new ModelError('aborted', 'The request to the language model was cancelled.')

/** `told` is for editors, where the words for the model are those of a schema. */
export const unusableAnswer = (problem: string, told = problem) =>
  new ModelError(
    'answer_unusable',
    `The language model gave an answer that cannot be used: ${told} Try again. If that does not help, choose another model in Settings → Language model.`,
    { problem },
  )

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

/** About the ratio of English in common tokenizers. */
const CHARACTERS_PER_TOKEN = 4

/** An estimate, for servers that do not count and for future requests. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

export interface RetryTiming {
  /** Includes the first attempt. */
  maxAttempts: number
  /** The longest wait before the second attempt; it doubles with each further one. */
  backoffMs: number
  maxBackoffMs: number
  /** The longest `retry-after` that is waited for. */
  maxRetryAfterMs: number
}

export const RETRY_TIMING: RetryTiming = {
  maxAttempts: 4,
  backoffMs: 1_000,
  maxBackoffMs: 20_000,
  maxRetryAfterMs: 60_000,
}

/**
 * Sends a request again after temporary failures. Waits are random within bounds, so that many requests that failed together do not
 * come back together, and never shorter than the server asked for.
 * @throws ModelError the last one
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  timing: RetryTiming,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isTemporary || attempts >= timing.maxAttempts) throw error
      const asked = (error.retryAfterSeconds ?? 0) * 1000
      if (asked > timing.maxRetryAfterMs) throw error
      const bound = Math.min(timing.backoffMs * 2 ** (attempts - 1), timing.maxBackoffMs)
      const wait = asked + bound * (asked > 0 ? Math.random() : 0.5 + Math.random() / 2)
      await delay(wait, undefined, { ...(signal && { signal }) }).catch(() => {
        throw abortedError()
      })
    }
  }
}
