import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { createAdministrator, signInAs } from '../support/accounts.ts'
import { startTestApp } from '../support/app.ts'
import { clientFrom, requestAuth } from '../support/auth.ts'
import { addFactor, nextStep, stopClock } from '../support/factors.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

export const PASSWORD = 'correct horse battery'

/** An app for attacks on second factors, with a stopped clock; each test begins in a new time step. Call it at the top of a test file. */
export async function startSecondFactorApp() {
  stopClock()
  const app = await startTestApp({ trustProxy: 1 })
  await app.database.sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    values ('one', 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>')`
  afterAll(() => app.stop())
  beforeEach(nextStep)

  const signIn = (email: string) => signInAs(clientFrom(app), app, email)

  async function userWithFactor() {
    const email = `${randomUUID()}@example.org`
    await createAdministrator(app.database.sql, email, PASSWORD)
    const { client, token, refreshToken } = await signIn(email)
    const factor = await addFactor(client)
    return { email, client, ...factor, before: { token, refreshToken } }
  }

  const post = (path: string, token: string, body: unknown = {}) => requestAuth(app, path, { token, body })

  async function challenge(token: string, factorId: string): Promise<string> {
    return (await post(`/factors/${factorId}/challenge`, token)).body.id
  }

  async function verify(token: string, factorId: string, code: unknown, challengeId?: string) {
    const challenge_id = challengeId ?? (await challenge(token, factorId))
    const { status, body } = await post(`/factors/${factorId}/verify`, token, { challenge_id, code })
    return { status, code: body.error_code, body }
  }

  /** Counts the mails of the outbox that a token can read. */
  async function mails(token: string): Promise<number> {
    const response = await fetch(`${app.url}/rest/v1/outbox_mails?select=id&message_id=eq.one`, {
      headers: { apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${token}` },
    })
    return response.ok ? ((await response.json()) as unknown[]).length : -response.status
  }

  return { app, signIn, userWithFactor, post, challenge, verify, mails }
}
