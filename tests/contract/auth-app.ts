import { afterAll } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { createAdministrator } from '../support/accounts.ts'
import { startTestApp } from '../support/app.ts'
import { clientFrom } from '../support/auth.ts'
import { isAdministrator } from '../support/is-administrator.ts'

export const PASSWORD = 'correct horse battery'

/** An app, and the actions of a client in the tests of sessions. Call it at the top of a test file. */
export async function startAuthApp() {
  const app = await startTestApp({ trustProxy: 1 })
  afterAll(() => app.stop())

  /** A new administrator for each test. */
  async function newUser(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.org`
    await createAdministrator(app.database.sql, email, PASSWORD)
    return email
  }

  async function signedIn(email: string, password = PASSWORD) {
    const client = clientFrom(app)
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { client, session: data.session, user: data.user }
  }

  /** The next refresh token, or the error code. */
  async function refresh(token: string, client = clientFrom(app)): Promise<string> {
    const { data, error } = await client.auth.refreshSession({ refresh_token: token })
    return data.session?.refresh_token ?? error?.code ?? 'nothing'
  }

  /** Makes the tokens of a user older. */
  const pass = (userId: string, seconds: number) =>
    app.database.sql`
      update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds}) where user_id = ${userId}`

  return { app, newUser, signedIn, refresh, pass }
}

export const canReadDrafts = async (client: Client) =>
  isAdministrator(client, (await client.auth.getSession()).data.session?.user.id ?? '')
