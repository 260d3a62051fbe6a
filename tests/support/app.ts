import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { createApp } from '#server/app.ts'
import type { Services } from '#server/features/services.ts'
import type { AiConfig, Config, S3Config } from '#server/platform/config.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { openWebServer } from '#server/platform/http/web-server.ts'
import type { PictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import type { Log } from '#server/platform/log.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import { openSiteServices } from '#server/start/open-services.ts'
import { createAdministrator, signInAs } from './accounts.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startTestJobs } from './jobs.ts'
import { tokensOf } from './mint-token.ts'
import { sharedResource } from './shared-resources.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { TEST_SECRETS } from './test-settings.ts'
import { createWatchedLog } from './watched-log.ts'

export const ADMIN = { email: 'nora@example.org', password: 'correct horse battery' }

export interface TestApp {
  url: string
  /** The address of the site; for a process beside another one, that of the other. */
  siteUrl: string
  database: TestDatabase
  /** The folder of uploaded files. */
  storageDir: string
  /** A page, rendered for this request; never a cached one, which may be outdated for a moment. */
  fresh(address: string): Promise<Response>
  /** The official client, not signed in. */
  anonymous(): Client
  /** The official client with the service role. */
  service(): Client
  /** The official client, signed in as the administrator. */
  administrator(): Promise<Client>
  stop(): Promise<void>
}

/** The real app on a real socket, with a database of its own that contains only an administrator. */
export async function startTestApp(
  options: {
    trustProxy?: number
    resendWebhookSecret?: string
    s3?: S3Config
    log?: Log
    ai?: AiConfig
    smtpUrl?: string
    metricsToken?: string
    updateCheckUrl?: string
    cdn?: { url: string; token: string | undefined }
    webhookServers?: string[]
    adapt?: (services: Services) => Partial<Services>
    indexNowUrl?: string
    newsroom?: Config['newsroom']
    pictures?: PictureFetcher
    beside?: Pick<TestApp, 'database'> & Partial<Pick<TestApp, 'storageDir' | 'siteUrl'>>
  } = {},
): Promise<TestApp> {
  const database = options.beside?.database ?? (await createTestDatabase())
  const { log = createWatchedLog(), trustProxy = 0 } = options
  const server = await openWebServer({
    host: '127.0.0.1',
    port: 0,
    log,
    headers: securityHeaders({ https: false }),
    trustProxy,
    drainMs: 0,
  })
  const url = `http://127.0.0.1:${server.port}`
  const siteUrl = options.beside?.siteUrl ?? url
  tokensOf.siteUrl = siteUrl

  const { entry, publicDir } = await sharedResource('build')
  const { loadPages }: typeof import('#server/entry.ts') = await import(entry)
  const dataDir = createTemporaryFolder('app')
  const storageDir = options.beside?.storageDir ?? join(dataDir, 'storage')
  const started = createStopList(log)
  const jobs = await startTestJobs(database, {
    siteUrl,
    dataDir,
    storageDir,
    log,
    ...(options.s3 && { s3: options.s3 }),
    ...(options.ai && { ai: options.ai }),
    ...(options.smtpUrl && { smtpUrl: options.smtpUrl }),
    ...(options.resendWebhookSecret && { resendWebhookSecret: options.resendWebhookSecret }),
    ...(options.cdn && { cdn: options.cdn }),
    ...(options.newsroom && { newsroom: options.newsroom }),
    ...(options.indexNowUrl && { indexNowUrl: options.indexNowUrl }),
    ...(options.adapt && { adapt: options.adapt }),
    ...(options.webhookServers && { webhookServers: options.webhookServers }),
    ...(options.metricsToken && { metricsToken: options.metricsToken }),
    ...(options.updateCheckUrl && { updateCheckUrl: options.updateCheckUrl }),
  })
  started.push({ name: 'jobs', stop: () => jobs.stop() })
  const config = {
    trustProxy,
    processes: 1,
    host: '127.0.0.1',
    port: server.port,
    storageDir,
    s3: options.s3 ?? null,
  }
  const secrets = TEST_SECRETS
  const opened = await openSiteServices(jobs.services, {
    config,
    database,
    secrets,
    cachesPages: true,
    started,
  })
  const services = { ...opened, ...(options.pictures && { pictures: options.pictures }) }
  const app = createApp(services, { loadPages, publicDir })
  server.serve(app.listener, app.upgrades)
  if (!options.beside) await createAdministrator(database.sql, ADMIN.email, ADMIN.password)

  const client = (key: string): Client =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    url,
    siteUrl,
    database,
    storageDir,
    fresh: (address) =>
      fetch(new URL(address, url), { headers: { authorization: `Bearer ${TEST_SECRETS.publishableKey}` } }),
    anonymous: () => client(TEST_SECRETS.publishableKey),
    service: () => client(TEST_SECRETS.secretKey),
    async administrator() {
      return (await signInAs(client(TEST_SECRETS.publishableKey), { siteUrl, database }, ADMIN.email)).client
    },
    async stop() {
      await server.close()
      await started.stopAll()
      await rm(dataDir, { recursive: true, force: true })
      if (!options.beside) await database.drop()
    },
  }
}
