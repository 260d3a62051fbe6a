import type { SignedIn } from '#server/auth/sessions/sessions.ts'
import { tooManyRequests } from '#server/auth/too-many-requests.ts'
import type { Limits } from '#server/limits/limits.ts'

/**
 * Counts a change of second factors. Sessions that have not shown one count apart: whoever knows the password only would else
 * use up the changes of the owner.
 * @throws AuthError when there were too many
 */
export async function countChange(limits: Limits, { user, session }: SignedIn): Promise<void> {
  const wait = await limits.take('factor-changes', `${user.id} ${session.aal}`)
  if (wait > 0) throw tooManyRequests(wait)
}
