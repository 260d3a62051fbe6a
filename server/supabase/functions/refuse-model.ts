import { ModelError } from '#server/platform/ai/model-error.ts'
import { refuse } from '#server/supabase/functions/call.ts'

/** Refuses a call that needs a language model; null when a language model is there. */
export async function refuseModel(ai: {
  requireConnection: () => Promise<unknown>
}): Promise<Response | null> {
  try {
    await ai.requireConnection()
    return null
  } catch (error) {
    if (error instanceof ModelError) return refuse(409, error.message, { more: { code: error.code } })
    throw error
  }
}

/** The response when a model gave no answer; `tooSlow` says what to do where a limit of time has ended the wait. */
export function refuseModelError(error: ModelError, tooSlow: string | false): Response {
  const { message, code, retryAfterSeconds } = error
  if (code === 'aborted' && tooSlow) return refuse(504, tooSlow, { more: { code } })
  const headers = retryAfterSeconds ? { 'retry-after': String(Math.ceil(retryAfterSeconds)) } : {}
  return refuse(statusOf(error), message, { more: { code }, headers })
}

function statusOf({ code, isTemporary }: ModelError): 409 | 502 | 503 {
  if (code === 'paused_by_budget' || code === 'not_configured' || code === 'key_unreadable') return 409
  return isTemporary || code === 'aborted' ? 503 : 502
}
