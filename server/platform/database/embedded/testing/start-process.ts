import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { ServerAccount } from '#server/platform/database/embedded/account.ts'

export interface TestProcess {
  child: ChildProcess
  /** The next line on stdout; throws with the text of stderr when the process ends instead. */
  nextLine(): Promise<string>
  /** The text of stderr, after the process has ended. */
  errors(): Promise<string>
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>
}

/** Runs a script of this folder in a process group of its own until the test is over. */
export function startProcess(
  script: 'own-data-dir.ts' | 'contend-for-lock.ts' | 'hold-forgotten-lock.ts',
  dataDir: string,
  account: ServerAccount | null = null,
): TestProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${script}`, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const closed = once(child, 'close')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  onTestFinished(kill)
  return {
    child,
    kill,
    async errors() {
      await kill()
      return errors
    },
    async nextLine() {
      const { value, done } = await lines.next()
      if (!done) return value
      await closed
      throw new Error(`The process ended: ${errors}`)
    },
  }
}
