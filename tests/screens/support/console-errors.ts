import { vi } from 'vitest'

let expected: RegExp[] = []
let errors: string[] = []

/** Tells that the test will cause a console error that matches the pattern. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

/** Writes down what is printed as an error from now on. */
export function watchConsole(): void {
  expected = []
  errors = []
  vi.spyOn(console, 'error').mockImplementation(
    (...parts: unknown[]) => void errors.push(parts.map(String).join(' ')),
  )
}

export const unexpectedErrors = (): string[] =>
  errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
