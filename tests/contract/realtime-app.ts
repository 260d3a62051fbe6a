import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { Membership } from '#core/domain/role.ts'
import { createMember, signInAs } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { freshAddress } from '../support/auth.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

export const PASSWORD = 'correct horse battery'
const AN_ADMINISTRATOR: Membership = { role: 'admin', languages: [], permissions: [] }

/** An app, and desks that are connected to it with the official client. Call it at the top of a test file. */
export async function startRealtimeApp() {
  const app = await startTestApp({ trustProxy: 1 })
  const clients: Client[] = []
  afterAll(async () => {
    for (const client of clients) await client.realtime.disconnect()
    await app.stop()
  })

  function connect(options: { to?: TestApp; key?: string; vsn?: string } = {}): Client {
    const { to = app, key = TEST_SECRETS.publishableKey, vsn } = options
    const client = createClient<Database>(to.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      // Each has its own share of the sign-ins.
      global: { headers: { 'x-forwarded-for': freshAddress() } },
      realtime: { ...(vsn && { vsn: vsn as never }) },
    })
    clients.push(client)
    return client
  }

  /** A client that is signed in, as an administrator unless said otherwise; null: without a role. */
  async function desk(
    options: { to?: TestApp; vsn?: string; email?: string; member?: Membership | null } = {},
  ) {
    const { email = `${randomUUID()}@example.org`, member = AN_ADMINISTRATOR } = options
    const { sql } = app.database
    await createMember(sql, { email, password: PASSWORD, ...(member ?? AN_ADMINISTRATOR) })
    if (!member) {
      await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${email})`
    }
    const { client, userId } = await signInAs(connect(options), options.to ?? app, email)
    // The first join does not wait for the token by itself.
    await client.realtime.setAuth()
    return Object.assign(client, { email, userId })
  }

  /** An article that another user writes. */
  async function writeArticle(columns: object = {}) {
    const row = {
      slug: randomUUID(),
      title: 'Title',
      excerpt: 'Excerpt',
      content: 'Text',
      category: 'tech' as const,
      ...columns,
    }
    const { data } = await app.service().from('articles').insert(row).select('*').single().throwOnError()
    return data
  }

  return { app, connect, desk, writeArticle }
}

/** The first thing that a channel says about its subscription; an error with its message. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status))
  })
}

/** Everything that a channel says about its subscription, as it says it. */
export function statusesOf(channel: RealtimeChannel): string[] {
  const statuses: string[] = []
  channel.subscribe((status) => statuses.push(status))
  return statuses
}
