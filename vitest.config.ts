import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { inlineScripts } from './scripts/vite/inline-script.ts'
import { readerScript } from './scripts/vite/reader-script.ts'
import { NODE_FLAGS } from './server/platform/process/child-process.ts'
import { launchOptions } from './tests/support/chromium.ts'

const FILES = '{core,server,app,scripts,tests}/**'
/** What needs minutes by its nature: kills, builds, ends of processes, large articles, floods. */
const LONG = `${FILES}/*.long.test.ts`
/** Screens of the desk, and pages for readers, in one browser. */
const SCREENS = 'tests/screens/**/*.test.tsx'

export default defineConfig({
  // A route that writes the service worker has it as text, which runs nowhere else.
  plugins: [inlineScripts(), readerScript()],
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
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: [`${FILES}/*.test.{ts,tsx}`],
          exclude: [...configDefaults.exclude, LONG, SCREENS],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/after-each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG],
          globalSetup: ['tests/support/global-setup.ts', 'tests/process/build-first.ts'],
          setupFiles: ['tests/support/after-each-file.ts'],
        },
      },
      {
        extends: true,
        plugins: [tailwindcss()],
        resolve: {
          alias: {
            '@react-router/dev/routes': join(import.meta.dirname, 'tests/screens/support/route-config.ts'),
            // Of what the server alone does for a page.
            'node:timers/promises': join(import.meta.dirname, 'tests/screens/support/timers.ts'),
            '#app/document/write-page.tsx': join(import.meta.dirname, 'tests/screens/support/write-page.ts'),
          },
        },
        // In a copy of the sources the packages are a link to a folder beside it.
        server: {
          fs: { allow: [import.meta.dirname, realpathSync(join(import.meta.dirname, 'node_modules'))] },
        },
        // Found before the first test: packages that are found later reload the page of the tests.
        optimizeDeps: {
          entries: ['app/admin/*/routes/*.tsx', SCREENS],
          include: ['csv-parse/browser/esm/sync', 'franc-min', 'punycode.js'],
        },
        test: {
          name: 'screens',
          include: [SCREENS],
          // After the other tests, which keep all cores busy.
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism(),
          // A page of its own for each file: what one leaves in the document, such as a locked scroller, must not reach the next.
          isolate: true,
          testTimeout: 120_000,
          // As for journeys: one that passes then is listed as flaky.
          retry: process.env.CI ? 1 : 0,
          expect: { poll: { timeout: 30_000 } },
          setupFiles: ['tests/screens/support/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await launchOptions(),
              // Colours must not be on their way to others when they are compared.
              contextOptions: { reducedMotion: 'reduce', colorScheme: 'light' },
              actionTimeout: 30_000,
            }),
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
