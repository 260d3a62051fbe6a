import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { NODE_FLAGS } from './server/process/node-flags.ts'

/** Tests that need neither a database nor a build, and leave nothing behind. */
const PURE = [
  'core/!(data)/**/*.test.ts',
  'core/*.test.ts',
  'app/{components,head}/**/*.test.{ts,tsx}',
  'app/admin/!(coverage|errors|live|session|sign-in)/**/*.test.{ts,tsx}',
]

export default defineConfig({
  test: {
    execArgv: NODE_FLAGS,
    // Many tests wait for a process, for PostgreSQL or for a time to come, so a worker per core would leave cores idle.
    maxWorkers: availableParallelism() + 1,
    // Databases are real and machines are shared: slow is not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['{core,server,app,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...PURE],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      // A process and an import of each module per file would take longer than these tests.
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
    ],
  },
})
