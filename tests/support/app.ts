import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'
import { createApp } from '#server/app.ts'
import { createAdministrator } from '#server/auth/accounts.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import { createLog } from '#server/log.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import { followChanges } from '#server/settings/follow-changes.ts'
import { openSettings } from '#server/settings/live-settings.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startTestJobs } from './jobs.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { TEST_SECRETS } from './test-settings.ts'

export const ADMIN = { email: 'nora@example.org', password: 'correct horse battery' }

export interface TestApp {
  url: string
  database: TestDatabase
  /** A page of this app as it is rendered for this request; never one that is kept, which may be a moment behind. */
  fresh(address: string): Promise<Response>
  /** The official client, signed in as nobody. */
  anonymous(): Client
  /** The official client with every right. */
  service(): Client
  /** The official client, signed in as the administrator. */
  administrator(): Promise<Client>
  stop(): Promise<void>
}

/** The real app on a real socket, over a database of its own that holds nothing but an administrator. */
export async function startTestApp(
  options: { trustProxy?: number; beside?: Pick<TestApp, 'database'> } = {},
): Promise<TestApp> {
  const database = options.beside?.database ?? (await createTestDatabase())
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { entry, publicDir } = inject('build')
  const { loadPages }: typeof import('#server/entry.ts') = await import(entry)
  const log = createLog('silent')
  const dataDir = createTemporaryFolder('app')
  const requestPools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
  const limits = openLimits(database.address)
  const environment = { contact_address: 'editor@example.org' }
  const settings = await openSettings({ sql: database.sql, environment, log })
  const jobs = await startTestJobs(database, { siteUrl: url, settings, log })
  const pageCache = createPageCache({ maxBytes: 16 * 1024 * 1024 })
  const changes = await followChanges(database.address, settings, pageCache)
  const app = createApp({
    sql: database.sql,
    requestPools,
    limits,
    queue: jobs.queue,
    secrets: TEST_SECRETS,
    siteUrl: url,
    dataDir,
    settings,
    trustProxy: options.trustProxy ?? 0,
    log,
    loadPages,
    publicDir,
    pageCache,
    development: false,
  })
  server.on('request', app.listener)
  if (!options.beside) await createAdministrator(database.sql, ADMIN.email, ADMIN.password)

  const client = (key: string): Client =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    url,
    database,
    fresh: (address) =>
      fetch(new URL(address, url), { headers: { authorization: `Bearer ${TEST_SECRETS.publishableKey}` } }),
    anonymous: () => client(TEST_SECRETS.publishableKey),
    service: () => client(TEST_SECRETS.secretKey),
    async administrator() {
      const signedIn = client(TEST_SECRETS.publishableKey)
      const { error } = await signedIn.auth.signInWithPassword(ADMIN)
      if (error) throw error
      return signedIn
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await changes.stop()
      await jobs.stop()
      settings.stop()
      await requestPools.close()
      await limits.close()
      await rm(dataDir, { recursive: true, force: true })
      if (!options.beside) await database.drop()
    },
  }
}
