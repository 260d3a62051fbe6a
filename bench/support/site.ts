import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
/** What `npm start` runs, without npm in between. */
const [, ...START] = packageJson.scripts.start.split(' ')

export interface Site {
  child: ChildProcess
  /** Milliseconds from spawning the process to its first 200 for a page. */
  firstPageMs: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts AI Watch in a process of its own and waits until it serves the home page. */
export async function startSite(options: { dataDir: string; port: number }): Promise<Site> {
  const started = performance.now()
  const child = spawn(process.execPath, START, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      ADMIN_PASSWORD: 'only for measuring',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Whatever ends the measuring ends the site too.
  process.once('exit', () => child.kill())
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  while (!(await isServing(options.port))) {
    if (child.exitCode !== null) throw new Error('AI Watch did not start')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    child,
    firstPageMs: performance.now() - started,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

async function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false,
  )
}

/** Resident memory of a process in megabytes, from /proc (Linux). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The middle of an odd number of values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
