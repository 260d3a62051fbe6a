import { test as base, expect } from '@playwright/test'
import { recordToasts } from './toasts.ts'

interface Console {
  /** Tells that the test will cause a console error that matches the pattern. */
  expectConsoleError(pattern: RegExp): void
}

/** Playwright's test, which here also fails on console errors and uncaught errors that the test did not expect. */
export const test = base.extend<Console & { watchConsole: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  expectConsoleError: async ({}, use) => {
    await use((pattern) => expected.push(pattern))
    expected.length = 0
  },
  watchConsole: [
    async ({ page, expectConsoleError: _runsFirst }, use) => {
      recordToasts(page)
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

/** One test runs at a time in a worker, so a list per worker is a list per test. */
const expected: RegExp[] = []

export type { Page } from '@playwright/test'
export { expect }
