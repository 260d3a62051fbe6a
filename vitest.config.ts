import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,server,app,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // Databases are real and machines are shared: slow is not wrong.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
  },
})
