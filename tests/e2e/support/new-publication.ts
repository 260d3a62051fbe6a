import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { freePort, runMain, temporaryDataDir } from '../../process/run-main.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'
import { test as base } from './test.ts'

export interface Publication {
  url: string
  /** The official client with the secret key, which has all rights. */
  service: Client
}

interface OwnFixtures {
  publication: Publication
  /** More variables for the site. */
  environment: Record<string, string>
}

/** For tests that each need a site of their own, which has no articles at first. */
export const test = base.extend<OwnFixtures, { startedBefore: string }>({
  environment: [{}, { option: true }],
  // A first start takes seconds more than a second one, so each test gets a copy of what one first start made.
  startedBefore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const dataDir = temporaryDataDir()
      const { stop } = await start(dataDir.path)
      await stop()
      await use(dataDir.path)
      await dataDir.remove()
    },
    { scope: 'worker' },
  ],
  publication: async ({ startedBefore, environment }, use) => {
    const dataDir = temporaryDataDir()
    // With owners: as root, PostgreSQL runs as another user, to whom its files belong.
    await promisify(execFile)('cp', ['-pR', `${startedBefore}/.`, dataDir.path])
    const { url, stop } = await start(dataDir.path, environment)
    const service = createClient<Database>(url, TEST_SECRETS.secretKey, { auth: { persistSession: false } })
    await use({ url, service })
    await stop()
    await dataDir.remove()
  },
  baseURL: async ({ publication }, use) => use(publication.url),
})

async function start(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const main = runMain({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_PASSWORD: 'a password for journeys',
    SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
    SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
    JWT_SECRET: TEST_SECRETS.jwtSecret,
    ...environment,
  })
  const [, url = ''] = await main.printed(/AI Watch {3}(http:\S+)/)
  const stop = async () => {
    main.child.kill('SIGTERM')
    await main.ended
  }
  return { url, stop }
}
