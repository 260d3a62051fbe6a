import { defineConfig } from '@playwright/test'
import { NODE_FLAGS } from './server/platform/process/child-process.ts'
import { JOURNEY_ADMIN } from './tests/e2e/support/journey-admin.ts'
import { launchOptions } from './tests/support/chromium.ts'
import { createTemporaryFolder } from './tests/support/temporary-folder.ts'
import { TEST_SECRETS } from './tests/support/test-settings.ts'

/** What takes minutes by its nature is named `*.long.spec.ts`, and runs in a lane of its own. */
const LONG = '**/*.long.spec.ts'
const isLong = process.env.LANE === 'long'

const PORT = Number(process.env.E2E_PORT ?? 43_117)
// The configuration is read again in every worker; the folder is made once and handed down.
process.env.E2E_DATA_DIR ??= createTemporaryFolder('e2e')

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: isLong ? LONG : '**/*.spec.ts',
  testIgnore: isLong ? [] : LONG,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A journey waits now and then for a clock or a poll, so two would leave cores idle.
  workers: 3,
  // In CI a journey that fails is tried once more; one that passes then counts as flaky.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results',
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // An action that waits for something that never comes says where, long before its journey ends.
    actionTimeout: 60_000,
    launchOptions: await launchOptions(),
    // Of the try that failed: what was done, requested and logged, with a picture of the end and what was on the page. That costs
    // nothing to measure; the page at each action would take a sixth of the time, and `--trace=on` records it.
    trace: { mode: 'retain-on-first-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `exec node ${NODE_FLAGS.join(' ')} server/main.ts`,
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: JOURNEY_ADMIN.email,
      ADMIN_PASSWORD: JOURNEY_ADMIN.password,
      SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
      SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
      JWT_SECRET: TEST_SECRETS.jwtSecret,
    },
  },
})
