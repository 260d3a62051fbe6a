import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'
import { freePort, runMain, temporaryDataDir } from '../../process/run-main.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'
import { test as base } from './test.ts'

export interface Publication {
  url: string
  /** The official client with the secret key, which has all rights. */
  service: Client
}

/** For tests that each need a site of their own, which has no articles at first. */
export const test = base.extend<{ publication: Publication; environment: Record<string, string> }>({
  /** More variables for the site. */
  environment: [{}, { option: true }],
  publication: async ({ environment }, use) => {
    const dataDir = temporaryDataDir()
    const main = runMain({
      PORT: String(await freePort()),
      DATA_DIR: dataDir.path,
      DEMO: '0',
      ADMIN_PASSWORD: 'a password for journeys',
      SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
      SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
      JWT_SECRET: TEST_SECRETS.jwtSecret,
      ...environment,
    })
    const [, url = ''] = await main.printed(/AI Watch {3}(http:\S+)/)
    const service = createClient<Database>(url, TEST_SECRETS.secretKey, { auth: { persistSession: false } })
    await use({ url, service })
    main.child.kill('SIGTERM')
    await main.ended
    await dataDir.remove()
  },
  baseURL: async ({ publication }, use) => use(publication.url),
})
