import { defineConfig } from 'vitest/config'
import { NODE_FLAGS } from './server/process/node-flags.ts'

export default defineConfig({
  test: {
    include: ['{core,server,app,scripts,tests}/**/*.test.{ts,tsx}'],
    execArgv: NODE_FLAGS,
    globalSetup: ['tests/support/global-setup.ts'],
    // Most tests wait for PostgreSQL or for a process of their own, so one worker would leave a core idle.
    maxWorkers: '100%',
    // Databases are real and machines are shared: slow is not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
})
