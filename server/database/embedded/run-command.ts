import { spawn } from 'node:child_process'
import type { ServerAccount } from '#server/database/embedded/server-account.ts'
import { childEnvironment } from '#server/process/child-environment.ts'

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
