import type { ModelError } from '#server/platform/ai/model-error.ts'
import { refuse } from '#server/supabase/functions/call.ts'

const TOO_SLOW = 'The language model has not answered in time. Try again, or choose fewer sources.'

/** The response when a model gave no answer. */
export function refuseModelError(error: ModelError, timedOut: boolean): Response {
  const { message, code, retryAfterSeconds } = error
  if (code === 'aborted' && timedOut) return refuse(504, TOO_SLOW, { more: { code } })
  const headers = retryAfterSeconds ? { 'retry-after': String(Math.ceil(retryAfterSeconds)) } : {}
  return refuse(statusOf(error), message, { more: { code }, headers })
}

function statusOf({ code, isTemporary }: ModelError): 409 | 502 | 503 {
  if (code === 'paused_by_budget' || code === 'not_configured' || code === 'key_unreadable') return 409
  return isTemporary || code === 'aborted' ? 503 : 502
}
