import type { WebhookProblem } from '#core/domain/webhook.ts'
import { isAllowedTarget, problemOf } from '#server/platform/links/post-message.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'

const TIMEOUT_MS = 10_000

export interface PostOutcome {
  /** Null when it was taken. */
  problem: WebhookProblem | null
  /** Null when there was no answer. */
  status: number | null
  /** The time for which the server wants to be left alone, if it says so. */
  retryAfterSeconds: number | null
}

/** Posts a signed message once. Of the answer only the status counts, so nothing else of it is read, and a redirect is not followed. */
export async function postActivity(
  inbox: string,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
  client: ClientOptions & { signal: AbortSignal; timeoutMs?: number },
): Promise<PostOutcome> {
  const failed = (problem: WebhookProblem): PostOutcome => ({
    problem,
    status: null,
    retryAfterSeconds: null,
  })
  const url = URL.parse(inbox)
  if (!url || !isAllowedTarget(url, client.allowed)) return failed('address')
  const timeout = AbortSignal.timeout(client.timeoutMs ?? TIMEOUT_MS)
  try {
    const { status, retryAfterSeconds } = await requestAnswer(url, client, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      body,
      signal: AbortSignal.any([client.signal, timeout]),
    })
    const isRedirect = status >= 300 && status < 400
    const problem = status >= 200 && status < 300 ? null : isRedirect ? 'redirect' : 'status'
    return { problem, status, retryAfterSeconds }
  } catch (error) {
    // The worker stops: nobody has said that it failed.
    client.signal.throwIfAborted()
    return failed(timeout.aborted ? 'time' : problemOf(error))
  }
}
