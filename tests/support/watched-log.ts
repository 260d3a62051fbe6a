import { createLog, type Log } from '#server/platform/log.ts'
import { jsonLine, type LogEvent } from '#server/platform/log-line.ts'
import { TEST_SECRETS } from './test-settings.ts'

/** The addresses of people, which in tests all have one of these domains. */
const ADDRESS = /[^\s@<>]@[\w.-]+\.(?:org|com|net|test|example)\b/i
const found: string[] = []

/**
 * Writes nothing, at level debug. Messages of our own code may contain no address of a person and no secret, and neither may quotes of
 * others, once they have been masked.
 */
export function createWatchedLog(): Log {
  return createLog('debug', { format: watch })
}

function watch(event: LogEvent): string {
  for (const text of [event.message, jsonLine(event)]) {
    if (ADDRESS.test(text) || Object.values(TEST_SECRETS).some((secret) => text.includes(secret)))
      found.push(text)
  }
  return ''
}

/** The lines since the last call that say what no log may. */
export function takeIndiscreetLines(): string[] {
  return found.splice(0)
}
