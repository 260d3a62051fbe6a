import {
  codeOf,
  isRateLimited,
  isTemporary,
  mayMeanSessionEnded,
  saysSessionEnded,
} from '#app/admin/errors/classify-error.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import { browserClient } from '#app/browser-client.ts'

/** Why the server did not keep what is typed. */
export type KeepProblem = 'no_connection' | 'signed_out' | 'not_admin' | 'refused' | 'too_many' | 'failed'

export async function findKeepProblem(error: unknown): Promise<KeepProblem> {
  if (isTemporary(error)) return 'no_connection'
  if (isRateLimited(error)) return 'failed'
  // A character that cannot be stored, or a text that is too long.
  if (error instanceof Error && error.name === 'ZodError') return 'refused'
  if (codeOf(error) === '23514')
    return error instanceof Error && error.message.includes('working_copies_per_editor')
      ? 'too_many'
      : 'refused'
  if (!saysSessionEnded(error) && !mayMeanSessionEnded(error)) return 'failed'
  try {
    const { kind } = await identifyVisitor(browserClient(), { trustMs: 0 })
    return kind === 'not_admin' ? 'not_admin' : kind === 'admin' ? 'failed' : 'signed_out'
  } catch {
    return 'no_connection'
  }
}
