import { afterAll } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { createAdministrator, signInAs } from '../support/accounts.ts'
import { startTestApp } from '../support/app.ts'
import { clientFrom } from '../support/auth.ts'
import { addFactor, stopClock } from '../support/factors.ts'
import { isAdministrator } from '../support/is-administrator.ts'

export const PASSWORD = 'correct horse battery'

/** An app with a stopped clock, and the actions of a client in the tests of second factors. Call it at the top of a test file. */
export async function startFactorApp() {
  stopClock()
  const app = await startTestApp({ trustProxy: 1 })
  await app.database.sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    values ('one', 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>')`
  afterAll(() => app.stop())

  async function newUser(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.org`
    await createAdministrator(app.database.sql, email, PASSWORD)
    return email
  }

  const signIn = async (email: string): Promise<Client> =>
    (await signInAs(clientFrom(app), app, email)).client

  /** A user with a factor, and the session that enrolled it. */
  async function userWithFactor() {
    const email = await newUser()
    const client = await signIn(email)
    return { email, client, ...(await addFactor(client)) }
  }

  return { app, newUser, signIn, userWithFactor }
}

export const levels = async (client: Client) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

/** Reads as a signed-in client: its role, and mails of the outbox. */
export async function desk(client: Client) {
  const userId = (await client.auth.getSession()).data.session?.user.id ?? ''
  const { data: mails } = await client.from('outbox_mails').select('id').eq('message_id', 'one')
  return { role: await isAdministrator(client, userId), mails: mails?.length }
}

/** The results of `desk`: all rights, none before the second factor, and none without the role. */
export const OPEN = { role: true, mails: 1 }
export const SHUT = { role: true, mails: 0 }
export const NO_ACCESS = { role: false, mails: 0 }
