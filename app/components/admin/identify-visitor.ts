import type { Client } from '#core/data/client.ts'
import { isAdministrator } from '#core/data/user-roles.ts'

export type Visitor = { kind: 'unauthenticated' } | { kind: 'not_admin' } | { kind: 'admin'; email: string }

/** The session that was last asked about, so that the question is put once per session and not once per page. */
let lastCheck: { accessToken: string; isAdmin: boolean } | undefined

/** Who sits at this browser. A check that fails counts as not being an administrator, until it is asked again. */
export async function identifyVisitor(client: Client): Promise<Visitor> {
  const { session } = (await client.auth.getSession()).data
  if (!session) return { kind: 'unauthenticated' }
  if (lastCheck?.accessToken !== session.access_token) {
    lastCheck = undefined
    try {
      const isAdmin = await isAdministrator(client, session.user.id)
      lastCheck = { accessToken: session.access_token, isAdmin }
    } catch (error) {
      console.error('The admin check failed', error)
      return { kind: 'not_admin' }
    }
  }
  return lastCheck.isAdmin ? { kind: 'admin', email: session.user.email ?? '' } : { kind: 'not_admin' }
}
