import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Process {
  pid: number
  role: string
}

/** The processes that another one supervises. */
export async function processesOf(supervisor: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    const role = / --process (\w+) /.exec(args)?.[1]
    return Number(parent) === supervisor && role ? [{ pid: Number(pid), role }] : []
  })
}

export const rolesOf = (processes: readonly Process[]) => processes.map(({ role }) => role).sort()
/** The processes of a site with PROCESSES=2. */
export const ROLES = ['jobs', 'serving', 'serving']

export const isRunning = ({ pid }: Process) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
