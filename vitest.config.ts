import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { inlineScripts } from './scripts/vite/inline-script.ts'
import { NODE_FLAGS } from './server/platform/process/child-process.ts'

const FILES = '{core,server,app,scripts,tests}/**'
/** What needs minutes by its nature: kills, builds, ends of processes, large articles, floods. */
const LONG = `${FILES}/*.long.test.ts`

export default defineConfig({
  // A route that writes the service worker has it as text, which runs nowhere else.
  plugins: [inlineScripts()],
  test: {
    execArgv: NODE_FLAGS,
    // Tests wait for a process, for PostgreSQL or for a time to come nearly half of the time, so a worker per core would leave cores idle.
    maxWorkers: availableParallelism() + 2,
    // Databases are real and machines are shared: slow is not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // A process and an import of the whole server per file took longer than the tests.
    isolate: false,
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/after-each-file.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: [`${FILES}/*.test.{ts,tsx}`],
          exclude: [...configDefaults.exclude, LONG],
        },
      },
      {
        extends: true,
        test: { name: 'long', include: [LONG], globalSetup: ['tests/process/build-first.ts'] },
      },
    ],
  },
})
