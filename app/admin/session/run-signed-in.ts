import { isTemporary, mayMeanSessionEnded, saysSessionEnded } from '#app/admin/errors/classify-error.ts'
import { hasSessionEnded } from '#app/admin/session/identify-visitor.ts'
import { needsSecondFactor } from '#app/admin/session/second-factor.ts'
import type { SessionRenewal } from '#app/admin/session/session-renewal.ts'
import type { Client } from '#core/data/client.ts'

/**
 * Does something for which one has to be signed in. Where it fails because the session is over, it is done again once
 * there is another one. `action` throws its errors, and can be done twice.
 */
export async function runSignedIn<Result>(
  { client, renewal }: { client: Client; renewal: Pick<SessionRenewal, 'ask' | 'offeredTo'> },
  action: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!(await isAboutSession(client, error))) throw error
      // Whoever has left the desk meanwhile is not asked any more.
      if (renewal.offeredTo() === null) throw error
    }
    await renewal.ask()
  }
}

/** The database only says that something is not allowed: whether that is for want of a session has to be asked. */
async function isAboutSession(client: Client, error: unknown): Promise<boolean> {
  try {
    if (saysSessionEnded(error)) return await isSignedOut(client)
    return mayMeanSessionEnded(error) && (await isSignedOut(client))
  } catch (problem) {
    if (isTemporary(problem)) return false
    throw problem
  }
}

async function isSignedOut(client: Client): Promise<boolean> {
  return (await hasSessionEnded(client)) || (await needsSecondFactor(client))
}
