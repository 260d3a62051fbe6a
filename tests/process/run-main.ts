import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'

/** The cache of compiled code is shared by processes: without it a start takes twice as long. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')
/** The line that a process prints when it serves, with its address. */
const STARTED = /AI Watch {3}(http:\S+)/

export interface MainProcess {
  child: ChildProcess
  /** Waits until it serves, and returns its address. */
  address(): Promise<string>
  /** Everything printed so far on both streams. */
  output(): string
  /** Waits for a line of the output; fails with the whole output when the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Ends it with SIGTERM, and returns what `ended` does. */
  stop(): Promise<number | NodeJS.Signals | null>
}

/**
 * Runs `npm start` without npm: the real entry in a separate process, with only these variables set. `root` is the folder of the
 * sources. Arguments for Node come before the entry.
 */
export function runMain(
  env: Record<string, string>,
  {
    nodeArguments = [],
    mainArguments = [],
    root = ROOT,
  }: { nodeArguments?: string[]; mainArguments?: string[]; root?: string } = {},
): MainProcess {
  const main = join(root, 'server/main.ts')
  return run(process.execPath, [...NODE_FLAGS, ...nodeArguments, main, ...mainArguments], env, { root })
}

/** Runs a command such as `npm run db:reset`, without npm. */
export function runScript(
  name: string,
  args: string[],
  env: Record<string, string>,
  root = ROOT,
): MainProcess {
  return run(process.execPath, [...NODE_FLAGS, join(root, 'scripts', `${name}.ts`), ...args], env, { root })
}

/** Runs a command to its end. */
export async function runToEnd(name: string, args: string[], env: Record<string, string>) {
  const { ended, output } = runScript(name, args, env)
  return { code: await ended, output: output() }
}

/** Runs a command to its end. @throws when it fails, with its output */
export async function succeed(name: string, args: string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await runToEnd(name, args, env)
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`)
  return output
}

/** Runs `npm start` itself, in a process group of its own like in a terminal. */
export function runNpmStart(env: Record<string, string>): MainProcess {
  return run('npm', ['start'], { npm_config_update_notifier: 'false', ...env }, { detached: true })
}

function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  { detached = false, root = ROOT } = {},
): MainProcess {
  const child = spawn(command, args, {
    cwd: root,
    detached,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      wake()
    })
  }
  let over = false
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      over = true
      wake()
      resolve(code ?? signal)
    })
  })
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(output)
        if (!match && !over) return
        waiting.delete(check)
        if (match) resolve(match)
        else reject(new Error(`The process ended without printing ${pattern}:\n${output}`))
      }
      waiting.add(check)
      check()
    })
  return {
    child,
    ended,
    output: () => output,
    printed,
    address: async () => (await printed(STARTED))[1] ?? '',
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** A data folder that is removed after the test; its PostgreSQL must have stopped by then. */
export function temporaryDataDir(): { path: string; remove(): Promise<void> } {
  const path = createTemporaryFolder('main', memoryFolder())
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
