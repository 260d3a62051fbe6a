import { AsyncLocalStorage } from 'node:async_hooks'

const captured = new AsyncLocalStorage<unknown[]>()
const writeError = console.error.bind(console)

console.error = (...values: unknown[]) => {
  const errors = captured.getStore()
  if (errors) errors.push(...values)
  else writeError(...values)
}

/**
 * Runs work of a library that reports even a caller's mistakes with console.error, and keeps what it reported, so
 * that strangers cannot fill the operator's terminal with stacks. Everything outside the work logs as before.
 */
export async function captureConsoleErrors<T>(
  work: () => Promise<T>,
): Promise<{ result: T; errors: unknown[] }> {
  const errors: unknown[] = []
  return { result: await captured.run(errors, work), errors }
}
