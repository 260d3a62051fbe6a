import { setTimeout as delay } from 'node:timers/promises'
import { abortedError, ModelError } from '#server/platform/ai/model-error.ts'

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
