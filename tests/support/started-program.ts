import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 20

/**
 * Waits until a program is ready, and returns a function that stops it.
 * @throws when it ends before, with its output to stderr
 */
export async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} has ended: ${output}`)
    await delay(LOOK_MS)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
