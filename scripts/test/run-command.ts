import { spawn } from 'node:child_process'
import { ROOT } from '#server/platform/root.ts'

/** The tests get only these variables, so that settings of a site in the shell (DATABASE_URL, SMTP_URL …) do not reach them. */
const ENVIRONMENT = [
  ...[
    'PATH',
    'LD_LIBRARY_PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'LC_ALL',
    'TZ',
    'TERM',
    'FORCE_COLOR',
    'NO_COLOR',
    'CI',
  ],
  ...[
    'CHROME_PATH',
    'E2E_PORT',
    'REST_SEED',
    'CONTRACT_URL',
    'CONTRACT_PUBLISHABLE_KEY',
    'CONTRACT_SECRET_KEY',
  ],
]

/** Runs a command of a lane, with its output, and says how long it took. */
export async function runCommand(
  command: string,
  args: string[],
  { env = {}, cwd = ROOT }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<{ succeeded: boolean; seconds: number }> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const inherited = ENVIRONMENT.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...Object.fromEntries(inherited), ...env },
  })
  const succeeded = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0))
  })
  return { succeeded, seconds: (performance.now() - started) / 1000 }
}
