import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The first administrator of the site that startSite starts. */
export const EDITOR = { email: 'editor@example.org', password: 'only for measuring' }

interface Site {
  child: ChildProcess
  /** Milliseconds from spawning the process to its first 200 for a page. */
  firstPageMs: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts AI Watch in a process of its own and waits until it serves the home page. `settings` are further variables, `root` is another
 * checkout that is measured.
 */
export async function startSite(options: {
  dataDir: string
  port: number
  settings?: Record<string, string>
  root?: string
}): Promise<Site> {
  const started = performance.now()
  const root = options.root ?? ROOT
  const { variables, flags } = await readStart(root)
  const child = spawn(process.execPath, flags, {
    cwd: root,
    // The environment is not passed on as a whole: a setting in the shell (DATABASE_URL, LOG_LEVEL …) would change the measurement.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      ADMIN_EMAIL: EDITOR.email,
      ADMIN_PASSWORD: EDITOR.password,
      ...variables,
      ...options.settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The site must not outlive the benchmark, even when that fails.
  const kill = () => child.kill()
  process.once('exit', kill)
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
      process.off('exit', kill)
    },
  }
}

/** The variables and the arguments of Node in the `npm start` of a checkout, to start it without npm in between. */
async function readStart(root: string): Promise<{ variables: Record<string, string>; flags: string[] }> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [before = '', flags = ''] = scripts.start.split('node ')
  const variables = Object.fromEntries(
    Array.from(before.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value]),
  )
  return { variables, flags: flags.split(' ') }
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

/** The publishable key, which every page contains for the browser's client. */
export async function publishableKey(origin: string): Promise<string> {
  const html = await (await fetch(origin)).text()
  return /sb_publishable_[\w-]+/.exec(html)?.[0] ?? ''
}

/** Signs the administrator in and returns the access token. */
export async function signInAsEditor(origin: string): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await publishableKey(origin), 'content-type': 'application/json' },
    body: JSON.stringify(EDITOR),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** Resident memory of a process in megabytes, now or at most so far, from /proc (Linux). */
export async function residentMegabytes(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The median of an odd number of values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
