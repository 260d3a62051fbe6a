import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { createAdministrator } from '../support/accounts.ts'
import { ADMIN, startTestApp } from '../support/app.ts'
import { mintToken } from '../support/mint-token.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

/** The three roles of a request, and a signed-in user who is not an administrator. */
export type Caller = 'anonymous' | 'reader' | 'administrator' | 'service'

/**
 * The project that the contract is tested against: our own service or, when CONTRACT_URL, CONTRACT_PUBLISHABLE_KEY and
 * CONTRACT_SECRET_KEY are set, a Supabase project with our schema. Other rows of the project are left alone: everything that
 * a test writes contains `runId`, and `stop` deletes it.
 */
export interface ContractProject {
  isOurs: boolean
  /** Part of the slugs, the authors and the e-mail addresses of this run. */
  runId: string
  /** The official client. */
  as(caller: Caller): Client
  /** A request that the official client would not send, below /rest/v1. */
  request(path: string, init?: RequestInit & { as?: Caller }): Promise<Response>
  /** The id of a signed-in caller. */
  userId(caller: 'reader' | 'administrator'): string
  stop(): Promise<void>
}

interface Place {
  isOurs: boolean
  url: string
  publishableKey: string
  secretKey: string
  users: Record<'reader' | 'administrator', { id: string; token: string }>
  stop(): Promise<void>
}

const PASSWORD = 'a contract has two sides'

export async function openContractProject(): Promise<ContractProject> {
  const runId = randomBytes(4).toString('hex')
  const { isOurs, url, publishableKey, secretKey, users, stop } = await openPlace(runId)
  const tokens: Record<Caller, string> = {
    anonymous: publishableKey,
    service: secretKey,
    reader: users.reader.token,
    administrator: users.administrator.token,
  }
  const keyOf = (caller: Caller) => (caller === 'service' ? secretKey : publishableKey)
  const as = (caller: Caller) => connect(url, keyOf(caller), tokens[caller])
  return {
    isOurs,
    runId,
    as,
    userId: (caller) => users[caller].id,
    request: (path, { as: caller = 'anonymous', headers, ...init } = {}) =>
      fetch(`${url}/rest/v1${path}`, {
        ...init,
        headers: {
          apikey: keyOf(caller),
          authorization: `Bearer ${tokens[caller]}`,
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(headers as Record<string, string>),
        },
      }),
    async stop() {
      const service = as('service')
      await service.from('articles').delete().like('slug', `${runId}-%`).throwOnError()
      await service
        .from('newsletter_subscribers')
        .delete()
        .like('email', `%@${runId}.example.org`)
        .throwOnError()
      await service.from('outbox_mails').delete().like('message_id', `%@${runId}.example.org`).throwOnError()
      await stop()
    },
  }
}

function openPlace(runId: string): Promise<Place> {
  const { CONTRACT_URL, CONTRACT_PUBLISHABLE_KEY, CONTRACT_SECRET_KEY } = process.env
  if (!CONTRACT_URL) return openOurs()
  if (!CONTRACT_PUBLISHABLE_KEY || !CONTRACT_SECRET_KEY) {
    throw new Error('CONTRACT_URL needs CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY')
  }
  return openTheirs(runId, {
    url: CONTRACT_URL.replace(/\/$/, ''),
    publishableKey: CONTRACT_PUBLISHABLE_KEY,
    secretKey: CONTRACT_SECRET_KEY,
  })
}

async function openOurs(): Promise<Place> {
  const app = await startTestApp()
  const { sql } = app.database
  const reader = 'reader@example.org'
  await createAdministrator(sql, reader, PASSWORD)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${reader})`
  const userOf = async (email: string) => {
    const [user] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`
    return { id: user.id, token: await mintToken(sql, email) }
  }
  return {
    isOurs: true,
    url: app.url,
    publishableKey: TEST_SECRETS.publishableKey,
    secretKey: TEST_SECRETS.secretKey,
    users: { reader: await userOf(reader), administrator: await userOf(ADMIN.email) },
    stop: app.stop,
  }
}

async function openTheirs(
  runId: string,
  project: Pick<Place, 'url' | 'publishableKey' | 'secretKey'>,
): Promise<Place> {
  const service = connect(project.url, project.secretKey)
  const signUp = async (name: string) => {
    const email = `${name}@${runId}.example.org`
    const created = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    if (created.error) throw created.error
    const signedIn = await connect(project.url, project.publishableKey).auth.signInWithPassword({
      email,
      password: PASSWORD,
    })
    if (signedIn.error) throw signedIn.error
    return { id: signedIn.data.user.id, token: signedIn.data.session.access_token }
  }
  const users = { reader: await signUp('reader'), administrator: await signUp('administrator') }
  await service.from('user_roles').insert({ user_id: users.administrator.id, role: 'admin' }).throwOnError()
  return {
    isOurs: false,
    ...project,
    users,
    async stop() {
      for (const { id } of Object.values(users)) await service.auth.admin.deleteUser(id)
    },
  }
}

function connect(url: string, key: string, token?: string): Client {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token === undefined || token === key ? {} : { accessToken: async () => token }),
  })
}
