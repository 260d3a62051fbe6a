import { expect } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'

/** The message with which an environment is refused. */
export function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}
