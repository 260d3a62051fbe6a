import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { childEnvironment } from '#server/platform/process/child-process.ts'

/** The operating system user that PostgreSQL runs as, when that is not the user of this process. */
export interface ServerAccount {
  name: string
  uid: number
  gid: number
}

/** Existing unprivileged users, the dedicated ones first: `nobody` may be shared with other daemons. */
const PREFERRED_NAMES = ['postgres', '_postgres', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root, so root starts it as the first of these users that the system has. */
export async function findServerAccount(): Promise<ServerAccount | null> {
  const accounts = await listAccounts()
  for (const name of PREFERRED_NAMES) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account) return account
  }
  return null
}

/** The user that a cluster belongs to: PostgreSQL accepts no other. */
export async function ownerOf(directory: string): Promise<ServerAccount> {
  const { uid, gid } = await stat(directory)
  const account = (await listAccounts()).find((candidate) => candidate.uid === uid)
  return { name: account?.name ?? `uid ${uid}`, uid, gid }
}

async function listAccounts(): Promise<ServerAccount[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

export interface CommandResult {
  code: number | null
  output: string
}

/**
 * Runs a program to its end as the given user. It gets a session of its own, so that Ctrl-C in our terminal
 * reaches neither it nor the server it starts, and an environment without secrets, locales or PG… variables.
 */
export function runCommand(
  command: string,
  args: string[],
  account: ServerAccount | null,
): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>()
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    env: childEnvironment('postgres', { LC_ALL: 'C', TZ: 'UTC' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.on('error', (error: NodeJS.ErrnoException) => {
    reject(new Error(`Cannot run ${command}${account ? ` as user ${account.name}` : ''}: ${explain(error)}`))
  })
  child.on('close', (code) => resolve({ code, output }))
  return promise
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') {
    return 'the system cannot load it (on Linux it needs glibc). Set DATABASE_URL to a PostgreSQL server instead.'
  }
  if (error.code === 'EPERM' || error.code === 'EINVAL') {
    return `${error.code}, this root may not change users. Start AI Watch as an ordinary user, or set DATABASE_URL.`
  }
  return error.message
}

/** The last lines of a program's output as one line. */
export function summarize(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter(Boolean).slice(-4).join('; ').slice(-800)
}

/** The first path, parents before children, that the user may not enter or execute; null when all are open. */
export async function findInaccessiblePath(paths: string[], account: ServerAccount): Promise<string | null> {
  const steps = [...new Set(paths.flatMap(withParents))]
  const script = 'for path; do [ -x "$path" ] || { printf %s "$path"; exit 1; }; done'
  const { code, output } = await runCommand('/bin/sh', ['-c', script, 'sh', ...steps], account)
  return code === 0 ? null : output
}

function withParents(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...withParents(parent), path]
}

/** Makes a folder that every user may enter, whatever the umask. An existing folder is not changed. */
export async function createOpenFolder(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true })) await chmod(path, 0o755)
}
