import { createAddressHash } from '#server/platform/limits/open-limits.ts'
import type { Secrets } from '#server/platform/secrets.ts'

export const TEST_SITE_URL = 'http://127.0.0.1:3000'

export const TEST_SECRETS: Secrets = {
  publishableKey: 'sb_publishable_testtesttesttesttesttest',
  secretKey: 'sb_secret_testtesttesttesttesttesttest',
  jwtSecret: 'a-secret-that-only-the-tests-know-0123456789',
}

export const testHash = createAddressHash(TEST_SECRETS.jwtSecret)
