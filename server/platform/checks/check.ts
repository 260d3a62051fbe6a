import type { CheckState } from '#core/domain/system.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

export interface Finding {
  state: CheckState
  /** The result, as a sentence. */
  found: string
  /** The remedy. */
  advice?: string
}

export type Check = (signal: AbortSignal) => Promise<Finding>

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })
export const problem = (found: string, advice: string): Finding => ({ state: 'problem', found, advice })

const TIMEOUT_MS = 5_000

/** Runs checks at once. One that throws, or gives no answer in time, is a problem. */
export async function runChecks<Name extends string>(
  checks: Record<Name, Check>,
  timeoutMs = TIMEOUT_MS,
): Promise<Record<Name, Finding>> {
  const entries = Object.entries<Check>(checks).map(async ([name, check]) => [
    name,
    await run(check, timeoutMs),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

async function run(check: Check, timeoutMs: number): Promise<Finding> {
  const controller = new AbortController()
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => {
    controller.abort()
    late.resolve(
      problem(
        `There was no answer within ${timeoutMs / 1000} seconds.`,
        'Look whether it is down or overloaded.',
      ),
    )
  }, timeoutMs)
  try {
    return await Promise.race([late.promise, check(controller.signal).catch(describeFailure)])
  } finally {
    clearTimeout(timer)
  }
}

const describeFailure = (error: Error): Finding =>
  problem(`It failed: ${inPlainWords(error)}.`, 'Look into the log of the site for more.')
